import { Text, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';

const NO_SHRINK = { flexShrink: 0 };

/** Names a row, and unfolds its details below. `controls`: the id of the row with the details. */
export function UnfoldButton({ open, onToggle, controls, children }: Props) {
  return (
    <UnstyledButton
      onClick={onToggle}
      aria-expanded={open}
      {...(open && { 'aria-controls': controls })}
      style={{ display: 'flex', gap: 6, alignItems: 'center', maxWidth: '100%' }}
    >
      {open ? <ChevronDownIcon aria-hidden style={NO_SHRINK} /> : <ChevronRightIcon aria-hidden style={NO_SHRINK} />}
      <Text size="sm" truncate>
        {children}
      </Text>
    </UnstyledButton>
  );
}

interface Props {
  open: boolean;
  onToggle: () => void;
  controls: string;
  children: ReactNode;
}
