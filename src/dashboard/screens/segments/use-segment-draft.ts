import { useState } from 'react';
import { type GroupDraft, readDraft, writeConditions } from '../../rules/draft.ts';
import { isSameJson, type Parts } from '../../rules/json.ts';

/** A segment as the server has it. */
export interface SavedSegment {
  name: string;
  conditions: Parts;
}

interface Edited {
  name: string;
  conditions: GroupDraft;
}

const editedOf = ({ name, conditions }: SavedSegment): Edited => ({ name, conditions: readDraft(conditions) });
const writtenOf = ({ name, conditions }: Edited): SavedSegment => ({
  name,
  conditions: writeConditions(conditions).conditions,
});

export type SegmentDraft = ReturnType<typeof useSegmentDraft>;

/**
 * A segment while it is edited, and as it was saved last. Changes by others show at once, unless they would overwrite a draft.
 * `first`: the rules of a new segment.
 */
export function useSegmentDraft(theirs: SavedSegment | undefined, first?: () => GroupDraft) {
  const [saved, setSaved] = useState<Edited>(() =>
    theirs ? editedOf(theirs) : { name: '', conditions: first?.() ?? readDraft({}) },
  );
  const [draft, setDraft] = useState(saved);
  const isChanged = !isSameJson(writtenOf(draft), writtenOf(saved));
  /** The server's version when the draft started. */
  const [seen, setSeen] = useState(theirs);
  const isElsewhere = theirs !== undefined && !isSameJson(theirs, seen);
  const take = (theirs: SavedSegment) => {
    setSeen(theirs);
    if (isSameJson(theirs, writtenOf(draft))) return setSaved(draft);
    const edited = editedOf(theirs);
    setSaved(edited);
    setDraft(edited);
  };
  if (isElsewhere && (!isChanged || isSameJson(theirs, writtenOf(draft)))) take(theirs);
  return {
    ...draft,
    setName: (name: string) => setDraft((now) => ({ ...now, name })),
    setConditions: (conditions: GroupDraft) => setDraft((now) => ({ ...now, conditions })),
    saved: saved.conditions,
    isChanged,
    /** Whether another member saved a different version. */
    isElsewhere: isElsewhere && isChanged,
    loadTheirs: () => theirs && take(theirs),
    markSaved: () => setSaved(draft),
  };
}
