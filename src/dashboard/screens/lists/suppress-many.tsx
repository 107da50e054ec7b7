import { Button, Group, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { SuppressManyDocument, type SuppressManyMutation } from '../../../generated/dashboard/lists.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { readChoice } from '../../shell/read-search.ts';
import { Failed } from '../../states/failed.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useSuppressionsText } from './suppressions-texts.ts';

/** The reasons to choose from: erased people are suppressed by erasing. */
const GIVEN = ['MANUAL', 'HARD_BOUNCE', 'COMPLAINT'] as const;

/** Converts pasted text to CSV, one address per line, ignoring separators. */
const csvOf = (pasted: string): string => {
  const addresses = pasted.split(/[\s,;<>"]+/).filter(Boolean);
  return ['email', ...addresses.map((address) => `"${address}"`)].join('\n');
};

/** Suppresses many addresses that are pasted. Invalid addresses are listed, and the others are suppressed. */
export function SuppressMany() {
  const t = useSuppressionsText();
  const { number } = useFormat();
  const [pasted, setPasted] = useState('');
  const [reason, setReason] = useState<(typeof GIVEN)[number]>('MANUAL');
  const [done, setDone] = useState<SuppressManyMutation['importSuppressions']>();
  const [error, setError] = useState<CombinedError>();
  const [suppress, busy] = useMutation(SuppressManyDocument);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = await suppress({ csv: csvOf(pasted), reason });
    setError(error);
    setDone(data?.importSuppressions);
    if (data) setPasted('');
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack>
        <Textarea
          label={t('addresses')}
          description={t('addressesHint')}
          required
          data-autofocus
          autosize
          minRows={6}
          maxRows={16}
          value={pasted}
          onChange={({ currentTarget: { value } }) => setPasted(value)}
        />
        <NativeSelect
          label={t('reason')}
          value={reason}
          data={GIVEN.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget: { value } }) => setReason(readChoice(value, GIVEN) ?? reason)}
        />
        {error && <Failed error={error} />}
        {done && (
          <div role="status">
            <Text size="sm">
              {t('result', { added: number(done.added), existing: number(done.existing), failed: number(done.failed) })}
            </Text>
            <List size="sm">
              {done.errors.map(({ row, email }) => (
                <List.Item key={row}>{email}</List.Item>
              ))}
            </List>
          </div>
        )}
        <Group>
          <Button type="submit" loading={busy} disabled={pasted.trim() === ''}>
            {t('suppressAll')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
