import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useGalleryText } from './texts.ts';
import type { useDelete } from './use-delete.ts';

const SHOWN = 5;

/** Has the name of a template typed that something still needs, before it is deleted. */
export function DeleteTemplate({ name, deleting }: { name: string; deleting: ReturnType<typeof useDelete> }) {
  const t = useGalleryText();
  const { usedBy, cancel, remove, error, busy } = deleting;
  const [typed, setTyped] = useState('');
  if (!usedBy) return error ? <Failed error={error} /> : null;
  return (
    <Dialog opened onClose={cancel} title={t('deleteTitle', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <Stack>
          <Text size="sm">{t('inUse', { count: usedBy.needed })}</Text>
          <List size="sm">
            {usedBy.uses
              .filter(({ needed }) => needed)
              .slice(0, SHOWN)
              .map((use) => (
                <List.Item key={use.objectId}>
                  {t(use.kind)}: {use.name}
                </List.Item>
              ))}
          </List>
          <TextInput
            label={t('typeToConfirm', { name })}
            value={typed}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          {error && <Failed error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={typed !== name}>
              {t('delete')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
