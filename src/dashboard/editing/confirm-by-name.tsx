import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CombinedError } from 'urql';
import type { Changed } from '../client/use-change.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../states/failed.tsx';
import { useEditingText } from './texts.ts';

/** Asks for the name before an irreversible action. Closed while `name` is undefined. */
export function ConfirmByName({ title, warning, name, action, children, onConfirm, onClose }: Props) {
  return (
    <Dialog opened={name !== undefined} onClose={onClose} title={title}>
      {name !== undefined && <Asked {...{ warning, name, action, children, onConfirm, onClose }} />}
    </Dialog>
  );
}

function Asked({ warning, name, action, children, onConfirm, onClose }: Omit<Props, 'title'> & { name: string }) {
  const say = useEditingText();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const sure = typed.trim() === name.trim();
  const confirm = async () => {
    if (!sure || busy) return;
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
        <TextInput
          label={say('typeName')}
          description={<span style={{ overflowWrap: 'anywhere' }}>{name}</span>}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!sure} loading={busy}>
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
  /** The button label. */
  action: string;
  onConfirm: () => Promise<Changed<unknown>>;
  onClose: () => void;
}
