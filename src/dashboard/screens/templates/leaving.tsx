import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEditorText } from './editor-texts.ts';

/** Warns whoever leaves the template with changes that are not saved. Other views of it are no leaving. */
export function Leaving({ isDirty }: { isDirty: boolean }) {
  const say = useEditorText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={reset}
      title={say('leaveTitle')}
      closeButtonProps={{ 'aria-label': say('close') }}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text size="sm">{say('leaveMore')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={proceed}>
            {say('leave')}
          </Button>
          <Button onClick={reset} data-autofocus>
            {say('stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
