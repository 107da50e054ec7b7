import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEditorText } from '../editor-texts.ts';

/** Asks before what is not saved is left. */
export function Leaving({ isChanged }: { isChanged: boolean }) {
  const say = useEditorText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={say('leave')}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text size="sm">{say('leaveMore')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {say('stay')}
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {say('leaveSure')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
