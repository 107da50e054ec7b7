import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { SuppressDocument } from '../../../generated/dashboard/lists.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Failed } from '../../states/failed.tsx';
import { targetOf } from './suppression-target.ts';
import { useSuppressionsText } from './suppressions-texts.ts';

/** Suppresses one address, or everybody at a domain. */
export function SuppressForm({ onDone }: { onDone: () => void }) {
  const t = useSuppressionsText();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [suppress, busy] = useMutation(SuppressDocument);
  const { email, domain } = fieldErrors(error);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = await suppress({ input: targetOf(typed) });
    if (error) setError(error);
    else onDone();
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <Text size="sm">{t('addHint')}</Text>
        <TextInput
          label={t('target')}
          required
          data-autofocus
          value={typed}
          error={email ?? domain}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {error && !email && !domain && <Failed error={error} />}
        <Group>
          <Button type="submit" loading={busy}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
