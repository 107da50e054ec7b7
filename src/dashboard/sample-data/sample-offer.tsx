import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

/** Loaded by the first click: few teams load sample data, and the first screen has to be small. */
const LoadingSample = lazy(async () => ({ default: (await import('./loading-sample.tsx')).LoadingSample }));

/** Offers sample data to a team that has none. `text` says what it is for, and `action` is the label of the button. */
export function SampleOffer({ text, action }: { text: string; action: string }) {
  const [attempt, setAttempt] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const start = () => {
    setAttempt(attempt + 1);
    setLoading(true);
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {text}
        </Text>
        <Button variant="default" size="xs" loading={isLoading} onClick={start}>
          {action}
        </Button>
      </Group>
      <Suspense>{attempt > 0 && <LoadingSample key={attempt} onEnd={() => setLoading(false)} />}</Suspense>
    </>
  );
}
