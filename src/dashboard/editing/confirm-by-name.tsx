import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CombinedError } from 'urql';
import type { MutationResult } from '../client/use-mutation.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../states/failed.tsx';
import { useEditingText } from './texts.ts';

/** Asks before an irreversible action, for the name if it matters. Closed while `name` is undefined. */
export function ConfirmByName({ title, onClose, ...asked }: Props) {
  return (
    <Dialog opened={asked.name !== undefined} onClose={onClose} title={title}>
      {asked.name !== undefined && <Asked {...asked} name={asked.name} onClose={onClose} />}
    </Dialog>
  );
}

function Asked({
  warning,
  name,
  isTyped = true,
  action,
  children,
  onConfirm,
  onClose,
}: Omit<Props, 'title'> & { name: string }) {
  const t = useEditingText();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const confirmed = !isTyped || typed.trim() === name.trim();
  const confirm = async () => {
    if (!confirmed || busy) return;
    setBusy(true);
    const { error: refused } = await onConfirm();
    setBusy(false);
    setError(refused);
    if (!refused) onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack>
        <Text size="sm">{warning}</Text>
        {children}
        {isTyped ? (
          <TextInput
            label={t('typeToConfirm')}
            description={<span style={{ overflowWrap: 'anywhere' }}>{name}</span>}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        ) : (
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        )}
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red.9" disabled={!confirmed} loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Props {
  /** Further questions. */
  children?: ReactNode;
  title: string;
  warning: string;
  name: string | undefined;
  /** Whether the name must be typed first: for something whose loss harms somebody. Default: true. */
  isTyped?: boolean;
  /** The button label. */
  action: string;
  onConfirm: () => Promise<MutationResult<unknown>>;
  onClose: () => void;
}
