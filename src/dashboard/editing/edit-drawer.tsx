import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEditingText } from './texts.ts';

/** Where a row is made or changed, beside the table that it stands in. What is inside begins anew each time. */
export function EditDrawer({ title, opened, onClose, children }: Props) {
  const say = useEditingText();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size="lg"
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': say('close') }}
      attributes={{ header: { role: 'presentation' } }} // the page has its banner already
    >
      {children}
    </Drawer>
  );
}

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}
