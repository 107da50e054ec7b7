import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useBulkText } from './bulk-texts.ts';
import { KnownTags } from './known-tags.tsx';

/** Asks which tags to add to, or to remove from, the selected people. */
export function BulkTags({ action, onTags }: { action: string; onTags: (tags: string[]) => void }) {
  const t = useBulkText();
  const [tags, setTags] = useState<string[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.length > 0) onTags(tags);
      }}
    >
      <Stack>
        <KnownTags label={t('tags')} placeholder={t('tagsHint')} value={tags} isAbove onChange={setTags} />
        <Group justify="flex-end">
          <Button type="submit" disabled={tags.length === 0}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
