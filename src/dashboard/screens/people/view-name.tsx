import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { errorElsewhere, fieldErrors } from '../../client/field-errors.ts';
import { Failed } from '../../states/failed.tsx';
import { useViewText } from './view-texts.ts';

/** Asks for the name of a view. */
export function ViewName({ current, action, onName }: Props) {
  const t = useViewText();
  const [name, setName] = useState(current);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const elsewhere = errorElsewhere(error, (path) => path === 'name');
  const save = async () => {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    setError(await onName(name.trim()));
    setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <TextInput
          label={t('name')}
          description={t('hint')}
          value={name}
          maxLength={60}
          error={fieldErrors(error).name}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {elsewhere && <Failed error={elsewhere} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Props {
  current: string;
  /** The label of the button. */
  action: string;
  /** Saves, and returns why the server refused. */
  onName: (name: string) => Promise<CombinedError | undefined>;
}
