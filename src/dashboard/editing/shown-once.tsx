import { Alert, Button, Group, Stack } from '@mantine/core';
import { Copied } from './copied.tsx';
import { useEditingText } from './texts.ts';

/** A secret that nobody is shown again: it stays until somebody says that it is kept elsewhere. */
export function ShownOnce({ label, secret, onKept }: { label: string; secret: string; onKept: () => void }) {
  const say = useEditingText();
  return (
    <Stack>
      <Alert variant="outline" color="orange" title={say('onlyNow')}>
        {say('onlyNowMore')}
      </Alert>
      <Copied label={label} value={secret} />
      <Group justify="flex-end">
        <Button onClick={onKept}>{say('kept')}</Button>
      </Group>
    </Stack>
  );
}
