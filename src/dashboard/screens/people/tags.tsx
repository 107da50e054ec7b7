import { Badge, Group, TagsInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  AddTagsDocument,
  KnownTagsDocument,
  RemoveTagsDocument,
  type RowFragment,
} from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';

/** The tags of a person on a list, changed in place: each is written as it is added or taken away. */
export function Tags({ subscriber: { id, tags }, list }: { subscriber: RowFragment; list: string }) {
  const t = usePersonText();
  const mayWrite = useMayWrite();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<CombinedError>();
  const known = useRead(KnownTagsDocument, { search: typed || null }, { pause: !mayWrite });
  const [add] = useMutation(AddTagsDocument);
  const [remove] = useMutation(RemoveTagsDocument);
  const change = async (wanted: string[]) => {
    const added = wanted.filter((tag) => !tags.includes(tag));
    const removed = tags.filter((tag) => !wanted.includes(tag));
    const failures = [
      added.length > 0 && (await add({ id, tags: added })).error,
      removed.length > 0 && (await remove({ id, tags: removed })).error,
    ];
    setError(failures.find((failure) => failure !== undefined && failure !== false));
  };
  if (!mayWrite) {
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
  return (
    <>
      <TagsInput
        label={t('tagsOn', { list })}
        placeholder={t('tagHint')}
        value={tags}
        data={known.data?.tags.nodes.map(({ name }) => name) ?? []}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(wanted) => void change(wanted)}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {error && <Failed error={error} />}
    </>
  );
}
