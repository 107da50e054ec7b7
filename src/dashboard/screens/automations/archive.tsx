import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { ArchiveAutomationDocument, type EditedAutomationFragment } from '../../../generated/dashboard/automations.ts';
import { useChange } from '../../client/use-change.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useAutomationText } from './texts.ts';

/** Asks before an automation is ended for good, and says for how many. */
export function Archive({ automation, onClose }: { automation: EditedAutomationFragment; onClose(): void }) {
  const say = useAutomationText();
  const [archive, busy] = useChange(ArchiveAutomationDocument);
  const [error, setError] = useState<CombinedError>();
  const sure = async () => {
    const { error } = await archive({ id: automation.id });
    setError(error);
    if (!error) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={say('archiveTitle')}>
      <Stack>
        <Text size="sm">{say('archiveMore', { count: automation.counts.active })}</Text>
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {say('cancel')}
          </Button>
          <Button color="red" onClick={() => void sure()} loading={busy}>
            {say('archiveSure')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
