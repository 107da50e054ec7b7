import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CombinedError } from 'urql';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useListsText } from './texts.ts';

interface Props {
  /** What has to be typed; absent while nothing is asked. */
  name: string | undefined;
  title: string;
  /** What goes along with it. */
  children: ReactNode;
  onClose(): void;
  /** Gives why it did not happen. */
  onDelete(): Promise<CombinedError | undefined>;
}

/** Asks for the name of what cannot be brought back before it is deleted. */
export function DeleteByName({ name, title, onClose, ...rest }: Props) {
  return (
    <Dialog opened={name !== undefined} onClose={onClose} title={title}>
      {name !== undefined && <Question key={name} name={name} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Question({ name, children, onClose, onDelete }: Omit<Props, 'title'> & { name: string }) {
  const say = useListsText();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (typed !== name) return;
    setBusy(true);
    setError(await onDelete());
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack>
        <Text size="sm">{children}</Text>
        <TextInput
          label={say('typeName', { name })}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button type="submit" color="red" disabled={typed !== name} loading={busy}>
            {say('remove')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
