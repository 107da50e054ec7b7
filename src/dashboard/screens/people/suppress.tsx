import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { LiftOneDocument, SuppressPersonDocument } from '../../../generated/dashboard/people.ts';
import { useChange } from '../../client/use-change.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { readChoice } from '../../shell/read-search.ts';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';

const REASONS = ['MANUAL', 'COMPLAINT', 'HARD_BOUNCE'] as const;

/** Has nothing sent to an address any more, for a reason. */
export function Suppress({ email, undo, onDone }: Props) {
  const say = usePersonText();
  const [reason, setReason] = useState<(typeof REASONS)[number]>('MANUAL');
  const [error, setError] = useState<CombinedError>();
  const [suppress, busy] = useChange(SuppressPersonDocument);
  const [lift] = useChange(LiftOneDocument);
  const act = async () => {
    const { data, error } = await suppress({ email, reason });
    setError(error);
    if (!data) return;
    const { id } = data.createSuppression.suppression;
    undo.tell(say('nowSuppressed'), async () => {
      const lifted = await lift({ id });
      onDone();
      return lifted;
    });
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <Stack>
        <Text size="sm">{say('suppressMore')}</Text>
        <NativeSelect
          label={say('reason')}
          value={reason}
          data={REASONS.map((value) => ({ value, label: say(value) }))}
          onChange={({ currentTarget: { value } }) => setReason(readChoice(value, REASONS) ?? 'MANUAL')}
          data-autofocus
        />
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {say('suppress')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Props {
  email: string;
  undo: ReturnType<typeof useUndo>;
  onDone: () => void;
}
