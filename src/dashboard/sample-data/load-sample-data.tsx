import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { LoadSampleDataDocument } from '../../generated/dashboard/sample-data.ts';
import { notifyMissed } from '../client/missed.ts';
import { useMutation } from '../client/use-mutation.ts';
import { Failed } from '../states/failed.tsx';
import { useSampleDataText } from './texts.ts';

/** Offers sample data to a team that has none. What is shown is read again once it is loaded. */
export function LoadSampleData() {
  const t = useSampleDataText();
  const [load, isLoading] = useMutation(LoadSampleDataDocument);
  const [error, setError] = useState<CombinedError>();
  const start = async () => {
    const answer = await load({});
    setError(answer.error);
    if (!answer.error) notifyMissed();
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {t('offer')}
        </Text>
        <Button variant="default" size="xs" loading={isLoading} onClick={() => void start()}>
          {t('load')}
        </Button>
      </Group>
      {error && <NotLoaded error={error} />}
    </Stack>
  );
}

/** What would react, as the server names it. */
const REACTING = /^The (automation|webhook) "?(.+?)"? would /;

function NotLoaded({ error }: { error: CombinedError }) {
  const t = useSampleDataText();
  const [first] = error.graphQLErrors;
  const [, kind, name] = (first?.extensions?.reason === 'WOULD_REACT' && REACTING.exec(first.message)) || [];
  if (name === undefined) return <Failed error={error} />;
  return (
    <Alert color="red" variant="outline" title={t('refused')} role="alert">
      <Text size="sm">{t(kind === 'webhook' ? 'webhookReacts' : 'automationReacts', { name })}</Text>
    </Alert>
  );
}
