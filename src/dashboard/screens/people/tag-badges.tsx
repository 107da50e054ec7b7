import { Badge, Group } from '@mantine/core';

/** Tags to read. */
export function TagBadges({ tags }: { tags: readonly string[] }) {
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
