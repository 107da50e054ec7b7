import { type GroupDraft, isGroup, readDraft, writeConditions } from './draft.ts';
import { isSameJson, type Parts } from './json.ts';

/** Whether the builder shows all of these conditions, and gives back the same if nothing is changed. */
export function canBeBuilt(conditions: Parts, kinds: readonly string[]): boolean {
  const draft = readDraft(conditions);
  return isSameJson(writeConditions(draft).conditions, conditions) && areKnown(draft, kinds);
}

const areKnown = ({ rules }: GroupDraft, kinds: readonly string[]): boolean =>
  rules.every((part) => (isGroup(part) ? areKnown(part, kinds) : kinds.includes(part.type)));
