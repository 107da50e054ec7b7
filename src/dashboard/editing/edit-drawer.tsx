import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { keptFocus } from '../shell/kept-focus.ts';
import { useEditingText } from './texts.ts';

/** A drawer to create or edit a row, beside its table. Its content starts fresh on each opening. */
export function EditDrawer({ title, opened, onClose, size = 'lg', children }: Props) {
  const t = useEditingText();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={size}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('close') }}
      attributes={{ header: { role: 'presentation' } }} // the page has its banner already
    >
      <div ref={keptFocus}>{children}</div>
    </Drawer>
  );
}

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The width, such as 72rem. */
  size?: string;
  children: ReactNode;
}
