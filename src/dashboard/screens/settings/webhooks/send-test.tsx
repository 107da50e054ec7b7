import { Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TestWebhookDocument, type TestWebhookMutation } from '../../../../generated/dashboard/webhooks.ts';
import { type MutationResult, useMutation } from '../../../client/use-mutation.ts';
import { Dialog } from '../../../shell/dialog.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useWebhooksText } from './texts.ts';

/** Sends a test event, and shows what the other side said. */
export function SendTest({ id }: { id: string }) {
  const t = useWebhooksText();
  const [test, busy] = useMutation(TestWebhookDocument);
  const [outcome, setOutcome] = useState<MutationResult<TestWebhookMutation>>();
  const result = outcome?.data?.testWebhook;
  return (
    <>
      <Button variant="default" loading={busy} onClick={async () => setOutcome(await test({ id }))}>
        {t('sendTest')}
      </Button>
      <Dialog opened={outcome !== undefined} onClose={() => setOutcome(undefined)} title={t('testResult')}>
        {outcome?.error && <Failed error={outcome.error} />}
        {result && (
          <Stack gap="xs">
            <Text fw={600}>{t(result.ok ? 'testOk' : 'testFailed')}</Text>
            <Text size="sm">
              {[result.status ?? result.error, t('duration', { ms: result.milliseconds })].filter(Boolean).join(', ')}
            </Text>
            {result.answer && (
              <Code block tabIndex={0}>
                {result.answer}
              </Code>
            )}
          </Stack>
        )}
      </Dialog>
    </>
  );
}
