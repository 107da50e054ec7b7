import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty state: its purpose, and the button that creates the first item. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" maw="26rem">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
