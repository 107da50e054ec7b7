import { useState } from 'react';
import { type GroupDraft, writeConditions } from './draft.ts';

const same = (one: GroupDraft, other: GroupDraft): boolean =>
  JSON.stringify(writeConditions(one).conditions) === JSON.stringify(writeConditions(other).conditions);

export type SegmentDraft = ReturnType<typeof useSegmentDraft>;

/** A segment while it is edited, and as it was saved last. */
export function useSegmentDraft(firstName: string, first: () => GroupDraft) {
  const [saved, setSaved] = useState(() => ({ name: firstName, conditions: first() }));
  const [name, setName] = useState(saved.name);
  const [conditions, setConditions] = useState(saved.conditions);
  return {
    name,
    setName,
    conditions,
    setConditions,
    saved: saved.conditions,
    isChanged: name !== saved.name || !same(conditions, saved.conditions),
    markSaved: () => setSaved({ name, conditions }),
  };
}
