import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { RemoveSuppressionDocument, SuppressPersonDocument } from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { readChoice } from '../../shell/read-search.ts';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';

const REASONS = ['MANUAL', 'COMPLAINT', 'HARD_BOUNCE'] as const;

/** Has nothing sent to an address any more, for a reason. */
export function Suppress({ email, undo, onDone }: Props) {
  const t = usePersonText();
  const [reason, setReason] = useState<(typeof REASONS)[number]>('MANUAL');
  const [error, setError] = useState<CombinedError>();
  const [suppress, busy] = useMutation(SuppressPersonDocument);
  const [unsuppress] = useMutation(RemoveSuppressionDocument);
  const act = async () => {
    const { data, error } = await suppress({ email, reason });
    setError(error);
    if (!data) return;
    const { id } = data.createSuppression.suppression;
    undo.show(t('nowSuppressed'), async () => {
      const unsuppressed = await unsuppress({ id });
      onDone();
      return unsuppressed;
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
        <Text size="sm">{t('suppressHint')}</Text>
        <NativeSelect
          label={t('reason')}
          value={reason}
          data={REASONS.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget: { value } }) => setReason(readChoice(value, REASONS) ?? 'MANUAL')}
          data-autofocus
        />
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('suppress')}
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
