import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** The heading of a screen, which also sets the document title, and its actions. */
export function ScreenTitle({ children, action }: { children: string; action?: ReactNode }) {
  useEffect(() => {
    document.title = `${children} · Tidings`;
  }, [children]);
  return (
    <Group justify="space-between" mb="lg">
      <Title order={1} size="h2">
        {children}
      </Title>
      {action}
    </Group>
  );
}
