import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from '../shell/dialog.tsx';
import { useEditingText } from './texts.ts';

/** Warns before leaving with unsaved changes. Other views of the same thing are no leaving. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const t = useEditingText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog opened onClose={reset} title={t('leaveTitle')}>
      <Stack>
        <Text size="sm">{t('leaveHint')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={proceed}>
            {t('leave')}
          </Button>
          <Button onClick={reset} data-autofocus>
            {t('keepEditing')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
