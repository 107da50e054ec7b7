import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { CancelKeyRotationDocument, type DomainRowFragment } from '../../../../generated/dashboard/domains.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { STATE_COLORS } from './domain-records.tsx';
import { RotateKey } from './rotate-key.tsx';
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
