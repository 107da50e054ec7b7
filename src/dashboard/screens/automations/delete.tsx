import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { DeleteAutomationDocument, type EditedAutomationFragment } from '../../../generated/dashboard/automations.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useAutomationText } from './texts.ts';

/** Has the name typed before an automation goes with all that is known of it. */
export function Delete({
  automation: { id, name },
  onClose,
}: {
  automation: EditedAutomationFragment;
  onClose(): void;
}) {
  const t = useAutomationText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [remove, busy] = useMutation(DeleteAutomationDocument);
  const [error, setError] = useState<CombinedError>();
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = await remove({ id });
    setError(error);
    if (!error) void navigate({ to: '/automations', ignoreBlocker: true });
  };
  return (
    <Dialog opened onClose={onClose} title={t('deleteTitle')}>
      <form onSubmit={(event) => void confirm(event)}>
        <Stack>
          <Text size="sm">{t('deleteHint')}</Text>
          <TextInput
            label={t('name')}
            placeholder={name}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            data-autofocus
          />
          {error && <Failed error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red" disabled={typed !== name} loading={busy}>
              {t('confirmDelete')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
