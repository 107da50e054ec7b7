import { Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TestWebhookDocument, type TestWebhookMutation } from '../../../../generated/dashboard/webhooks.ts';
import { type Changed, useChange } from '../../../client/use-change.ts';
import { Dialog } from '../../../shell/dialog.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useWebhooksText } from './texts.ts';

/** Sends a test event, and shows what the other side said. */
export function TryOut({ id }: { id: string }) {
  const say = useWebhooksText();
  const [test, busy] = useChange(TestWebhookDocument);
  const [came, setCame] = useState<Changed<TestWebhookMutation>>();
  const result = came?.data?.testWebhook;
  return (
    <>
      <Button variant="default" loading={busy} onClick={async () => setCame(await test({ id }))}>
        {say('test')}
      </Button>
      <Dialog opened={came !== undefined} onClose={() => setCame(undefined)} title={say('testResult')}>
        {came?.error && <Failed error={came.error} />}
        {result && (
          <Stack gap="xs">
            <Text fw={600}>{say(result.ok ? 'testOk' : 'testFailed')}</Text>
            <Text size="sm">
              {[result.status ?? result.error, say('took', { ms: result.milliseconds })].filter(Boolean).join(', ')}
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
