import { Alert, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import { LoadSampleDataDocument } from '../../generated/dashboard/sample-data.ts';
import { notifyMissed } from '../client/missed.ts';
import { useMutation } from '../client/use-mutation.ts';
import { Failed } from '../states/failed.tsx';
import { useNotLoadedText } from './not-loaded-texts.ts';

/** Loads sample data once it is shown, and says why that failed. Screens read their data again. */
export function LoadingSample({ onEnd }: { onEnd: () => void }) {
  const [load] = useMutation(LoadSampleDataDocument);
  const [error, setError] = useState<CombinedError>();
  const isStarted = useRef(false);
  const start = useEffectEvent(async () => {
    if (isStarted.current) return;
    isStarted.current = true;
    const answer = await load({});
    setError(answer.error);
    onEnd();
    if (!answer.error) notifyMissed();
  });
  useEffect(() => void start(), []);
  return error ? <NotLoaded error={error} /> : null;
}

/** The automation or webhook that would react, as the server names it. */
const REACTING = /^The (automation|webhook) "?(.+?)"? would /;

function NotLoaded({ error }: { error: CombinedError }) {
  const t = useNotLoadedText();
  const [first] = error.graphQLErrors;
  const [, kind, name] = (first?.extensions?.reason === 'WOULD_REACT' && REACTING.exec(first.message)) || [];
  if (name === undefined) return <Failed error={error} />;
  return (
    <Alert color="red" variant="outline" title={t('refused')} role="alert" mt="sm">
      <Text size="sm">{t(kind === 'webhook' ? 'webhookReacts' : 'automationReacts', { name })}</Text>
    </Alert>
  );
}
