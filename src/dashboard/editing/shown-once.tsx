import { Alert, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Copied } from './copied.tsx';
import { useEditingText } from './texts.ts';

/** A secret that is shown once: it stays until the user confirms that they copied it. */
export function ShownOnce({ label, secret, onKept }: { label: string; secret: string; onKept: () => void }) {
  const say = useEditingText();
  const around = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => around.current?.querySelector<HTMLElement>('[role=textbox]')?.focus(), []);
  return (
    <Stack ref={around}>
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
