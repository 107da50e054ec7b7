import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { ArchiveAutomationDocument, type EditedAutomationFragment } from '../../../generated/dashboard/automations.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useAutomationText } from './texts.ts';

/** Confirms archiving, with the number of people in progress. */
export function Archive({ automation, onClose }: { automation: EditedAutomationFragment; onClose(): void }) {
  const t = useAutomationText();
  const [archive, busy] = useMutation(ArchiveAutomationDocument);
  const [error, setError] = useState<CombinedError>();
  const confirm = async () => {
    const { error } = await archive({ id: automation.id });
    setError(error);
    if (!error) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('archiveTitle')}>
      <Stack>
        <Text size="sm">{t('archiveHint', { count: automation.counts.active })}</Text>
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color="red" onClick={() => void confirm()} loading={busy}>
            {t('confirmArchive')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
