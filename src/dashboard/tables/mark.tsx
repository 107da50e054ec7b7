import { Group, Text } from '@mantine/core';

/** A status in words, with a coloured dot as a visual aid. */
export function Mark({ color, children }: { color: 'green' | 'orange' | 'red' | 'gray'; children: string }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <span
        aria-hidden
        style={{
          flexShrink: 0,
          width: 8,
          height: 8,
          borderRadius: 4,
          background: color === 'gray' ? 'var(--mantine-color-dimmed)' : `var(--mantine-color-${color}-filled)`,
        }}
      />
      <Text component="span" size="sm">
        {children}
      </Text>
    </Group>
  );
}
