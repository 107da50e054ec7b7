import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { RedeliverFailedDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Failed } from '../../../states/failed.tsx';
import { useWebhooksText } from './texts.ts';

const DAY_MS = 86_400_000;

/** Sends all failed deliveries of the last day again, such as after an outage. */
export function RedeliverFailed({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useWebhooksText();
  const [redeliver, busy] = useMutation(RedeliverFailedDocument);
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<CombinedError>();
  const send = async () => {
    const { data, error } = await redeliver({ id, since: new Date(Date.now() - DAY_MS).toISOString() });
    setError(error);
    setCount(data?.redeliverWebhook.redelivered);
    onDone();
  };
  return (
    <>
      <Button
        variant="default"
        h="auto"
        mih={36}
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
        loading={busy}
        onClick={() => void send()}
      >
        {t('resendFailed')}
      </Button>
      <Text size="sm" role="status" aria-label={t('resendFailed')}>
        {count !== undefined && t('resent', { count })}
      </Text>
      {error && <Failed error={error} />}
    </>
  );
}
