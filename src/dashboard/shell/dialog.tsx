import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { keptFocus } from './kept-focus.ts';
import { useShellText } from './texts.ts';

interface Props {
  opened: boolean;
  title: string;
  onClose(): void;
  /** Mantine's size; `md` if absent. */
  size?: 'lg' | 'xl' | undefined;
  children: ReactNode;
}

/** A dialog over the screen: it takes the focus, keeps it, gives it back, and closes by Escape. */
export function Dialog({ opened, title, onClose, size, children }: Props) {
  const t = useShellText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      {...(size && { size })}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
      attributes={{ header: { role: 'presentation' } }} // the page has its banner already
    >
      <div ref={keptFocus}>{children}</div>
    </Modal>
  );
}
