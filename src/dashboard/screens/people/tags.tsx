import { useState } from 'react';
import type { CombinedError } from 'urql';
import { AddTagsDocument, RemoveTagsDocument, type RowFragment } from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Failed } from '../../states/failed.tsx';
import { KnownTags } from './known-tags.tsx';
import { usePersonText } from './person-texts.ts';
import { TagBadges } from './tag-badges.tsx';

/** The tags of a person on a list, changed in place: each is written as it is added or taken away. */
export function Tags({ subscriber: { id, tags }, list }: { subscriber: RowFragment; list: string }) {
  const t = usePersonText();
  const mayWrite = useMayWrite();
  const [error, setError] = useState<CombinedError>();
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
  if (!mayWrite) return <TagBadges tags={tags} />;
  return (
    <>
      <KnownTags
        label={t('tagsOn', { list })}
        placeholder={t('tagHint')}
        value={tags}
        onChange={(wanted) => void change(wanted)}
      />
      {error && <Failed error={error} />}
    </>
  );
}
