import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { CreateTagDocument, RenameTagDocument, type TagInTableFragment } from '../../../generated/dashboard/lists.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Failed } from '../../states/failed.tsx';
import { useTagsText } from './tags-texts.ts';
import { useListsText } from './texts.ts';

/** Creates a tag, or gives one another name, for everybody who has it. */
export function TagForm({ tag, onDone }: { tag?: TagInTableFragment; onDone: () => void }) {
  const t = useTagsText();
  const tLists = useListsText();
  const [name, setName] = useState(tag?.name ?? '');
  const [error, setError] = useState<CombinedError>();
  const [create, creating] = useMutation(CreateTagDocument);
  const [rename, renaming] = useMutation(RenameTagDocument);
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
          label={t('name')}
          required
          data-autofocus
          value={name}
          error={wrong}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {error && !wrong && <Failed error={error} />}
        <Group>
          <Button type="submit" loading={creating || renaming}>
            {tag ? tLists('save') : t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
