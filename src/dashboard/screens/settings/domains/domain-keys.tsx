import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { CancelKeyRotationDocument, type DomainRowFragment } from '../../../../generated/dashboard/domains.ts';
import { useChange } from '../../../client/use-change.ts';
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
  const say = useDomainsText();
  const { day, ago } = useFormat();
  const mayWrite = useMayWrite();
  const [rotating, setRotating] = useState(false);
  const [cancel, busy] = useChange(CancelKeyRotationDocument);
  const [error, setError] = useState<CombinedError>();
  const { id, dkimKeys, rotationStartedAt } = domain;
  return (
    <Panel title={say('keys')}>
      <Stack gap="md">
        {rotationStartedAt && (
          <Text size="sm" role="status">
            {say('rotationUnderWay', { when: ago(rotationStartedAt) })}
          </Text>
        )}
        <Rows
          label={say('keys')}
          rows={dkimKeys}
          idOf={({ selector }) => selector}
          columns={[
            { title: say('selector'), cell: ({ selector }) => selector },
            {
              title: say('keyStatus'),
              cell: ({ status, keepUntil }) =>
                keepUntil && Date.parse(keepUntil) > Date.now()
                  ? say('keepUntil', { when: day(keepUntil) })
                  : say(`key${status}`),
            },
            { title: say('keyRecord'), cell: ({ state }) => <Mark color={STATE_COLORS[state]}>{say(state)}</Mark> },
            { title: say('bits'), from: 'sm', right: true, cell: ({ bits }) => say('bitsOf', { bits }) },
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
                {say('cancelRotation')}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setRotating(true)}>
                {say('rotate')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <EditDrawer title={say('rotate')} opened={rotating} onClose={() => setRotating(false)}>
        <RotateKey id={id} onDone={() => setRotating(false)} onClose={() => setRotating(false)} />
      </EditDrawer>
    </Panel>
  );
}
