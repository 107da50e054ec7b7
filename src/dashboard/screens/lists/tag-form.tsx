import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { CreateTagDocument, RenameTagDocument, type TagInTableFragment } from '../../../generated/dashboard/lists.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useChange } from '../../client/use-change.ts';
import { Failed } from '../../states/failed.tsx';
import { useTagsText } from './tags-texts.ts';
import { useListsText } from './texts.ts';

/** Creates a tag, or gives one another name, for everybody who has it. */
export function TagForm({ tag, onDone }: { tag?: TagInTableFragment; onDone: () => void }) {
  const say = useTagsText();
  const sayLists = useListsText();
  const [name, setName] = useState(tag?.name ?? '');
  const [error, setError] = useState<CombinedError>();
  const [create, creating] = useChange(CreateTagDocument);
  const [rename, renaming] = useChange(RenameTagDocument);
  const { name: wrong } = fieldErrors(error);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = tag ? await rename({ id: tag.id, name }) : await create({ input: { name } });
    if (error) setError(error);
    else onDone();
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <TextInput
          label={say('name')}
          required
          data-autofocus
          value={name}
          error={wrong}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {error && !wrong && <Failed error={error} />}
        <Group>
          <Button type="submit" loading={creating || renaming}>
            {tag ? sayLists('save') : say('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
