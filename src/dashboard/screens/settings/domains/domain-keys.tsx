import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CancelKeyRotationDocument,
  type DomainRowFragment,
  RotateKeyDocument,
} from '../../../../generated/dashboard/domains.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { STATE_COLORS } from './domain-records.tsx';
import { NO_OWN_KEY, OwnKeyFields, ownKeyInput } from './own-key-fields.tsx';
import { useDomainsText } from './texts.ts';

/** The DKIM keys of a domain: the signing key, and the state of a rotation. */
export function DomainKeys({ domain }: { domain: DomainRowFragment }) {
  const t = useDomainsText();
  const { day, ago } = useFormat();
  const mayWrite = useMayWrite();
  const [rotating, setRotating] = useState(false);
  const [cancel, busy] = useMutation(CancelKeyRotationDocument);
  const [error, setError] = useState<CombinedError>();
  const { id, dkimKeys, rotationStartedAt } = domain;
  return (
    <Panel title={t('keys')}>
      <Stack gap="md">
        {rotationStartedAt && (
          <Text size="sm" role="status">
            {t('rotationInProgress', { when: ago(rotationStartedAt) })}
          </Text>
        )}
        <Rows
          label={t('keys')}
          rows={dkimKeys}
          idOf={({ selector }) => selector}
          columns={[
            { title: t('selector'), cell: ({ selector }) => selector },
            {
              title: t('keyStatus'),
              cell: ({ status, keepUntil }) =>
                keepUntil && Date.parse(keepUntil) > Date.now()
                  ? t('keepUntil', { when: day(keepUntil) })
                  : t(`key${status}`),
            },
            { title: t('keyRecord'), cell: ({ state }) => <Mark color={STATE_COLORS[state]}>{t(state)}</Mark> },
            { title: t('length'), from: 'sm', right: true, cell: ({ bits }) => t('bitsOf', { bits }) },
          ]}
        />
        {error && <Failed error={error} />}
        {mayWrite && (
          <Group>
            {rotationStartedAt ? (
              <Button
                variant="default"
                loading={busy}
                onClick={() => void cancel({ id }).then((done) => setError(done.error))}
              >
                {t('cancelRotation')}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setRotating(true)}>
                {t('rotate')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <EditDrawer title={t('rotate')} opened={rotating} onClose={() => setRotating(false)}>
        <RotateKey id={id} onDone={() => setRotating(false)} onClose={() => setRotating(false)} />
      </EditDrawer>
    </Panel>
  );
}

/** Starts the rotation of a domain's key, with a new key or an own one. */
function RotateKey({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const t = useDomainsText();
  const [rotate] = useMutation(RotateKeyDocument);
  const fields = useFields({ ...NO_OWN_KEY });
  const save = async () => {
    if (await fields.save(() => rotate({ input: { id, ...ownKeyInput(fields.values) } }))) onDone();
  };
  return (
    <Fields of={fields} onSave={() => void save()} action={t('rotate')} onCancel={onClose}>
      <Text size="sm">{t('rotateHint')}</Text>
      <OwnKeyFields text={fields.text} />
    </Fields>
  );
}
