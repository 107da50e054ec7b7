import { randomKey } from '../editing/random-key.ts';
import { isParts, isSameJson, listOf, type Parts, textOf } from './json.ts';

/** A rule while it is edited. Its key is known to the browser alone, and stays when others move. */
export interface RuleDraft {
  key: string;
  type: string;
  operator: string;
  /** Of an attribute. */
  field?: string;
  /** Of the event that started a run of an automation. */
  property?: string;
  value?: unknown;
}

/** A group of rules: all must match, or any. */
export interface GroupDraft {
  key: string;
  operator: 'and' | 'or';
  rules: readonly PartDraft[];
}

export type PartDraft = RuleDraft | GroupDraft;

export const isGroup = (part: PartDraft): part is GroupDraft => 'rules' in part;

export const newRule = (): RuleDraft => ({ key: randomKey(), type: 'tags', operator: 'has_any' });
export const newGroup = (): GroupDraft => ({ key: randomKey(), operator: 'or', rules: [newRule()] });

/** Conditions as the API gives them, to be edited. */
export const readDraft = (conditions: Parts): GroupDraft => ({
  key: randomKey(),
  operator: conditions.operator === 'or' ? 'or' : 'and',
  rules: listOf(conditions.rules).filter(isParts).map(readPart),
});

const readPart = (part: Parts): PartDraft =>
  'rules' in part
    ? readDraft(part)
    : {
        key: randomKey(),
        type: textOf(part.type),
        operator: textOf(part.operator),
        ...(part.field !== undefined && { field: textOf(part.field) }),
        ...(part.property !== undefined && { property: textOf(part.property) }),
        ...(part.value !== undefined && { value: part.value }),
      };

/** A copy in which `change` replaces the part with this key, or removes it by returning undefined. */
export function changePart(
  group: GroupDraft,
  key: string,
  change: (part: PartDraft) => PartDraft | undefined,
): GroupDraft {
  const rules = group.rules.flatMap((part): PartDraft[] => {
    if (part.key === key) return [change(part)].filter((one) => one !== undefined);
    return [isGroup(part) ? changePart(part, key, change) : part];
  });
  return { ...group, rules };
}

/** The conditions to send, with the path of each part. */
export interface Written {
  conditions: Record<string, unknown>;
  keys: ReadonlyMap<string, string>;
  count: number;
}

/** Conditions as the API wants them, of the rules for which `take` is true. Groups without any are left out. */
export function writeConditions(draft: GroupDraft, take: (rule: RuleDraft) => boolean = () => true): Written {
  const keys = new Map<string, string>();
  let count = 0;
  const write = ({ key, operator, rules }: GroupDraft, path: string): Record<string, unknown> => {
    keys.set(path, key);
    const written: Record<string, unknown>[] = [];
    for (const part of rules) {
      const at = `${path}.rules.${written.length}`;
      if (isGroup(part)) {
        const group = write(part, at);
        if (listOf(group.rules).length > 0) written.push(group);
      } else if (take(part)) {
        const { key: partKey, ...rule } = part;
        keys.set(at, partKey);
        count += 1;
        written.push(rule);
      }
    }
    return { operator, rules: written };
  };
  return { conditions: write(draft, 'conditions'), keys, count };
}

/** Whether the builder shows all of these conditions, and gives back the same if nothing is changed. */
export function canBeBuilt(conditions: Parts, kinds: readonly string[]): boolean {
  const draft = readDraft(conditions);
  return isSameJson(writeConditions(draft).conditions, conditions) && areKnown(draft, kinds);
}

const areKnown = ({ rules }: GroupDraft, kinds: readonly string[]): boolean =>
  rules.every((part) => (isGroup(part) ? areKnown(part, kinds) : kinds.includes(part.type)));

/** Which part a path of the server means, such as conditions.rules.1.value: the longest beginning that is a part. */
export function keyAt(keys: ReadonlyMap<string, string>, path: string): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const key = keys.get(at);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Whether conditions have a rule on the segment with this id. */
export const refersTo = (conditions: Parts, id: string): boolean =>
  listOf(conditions.rules)
    .filter(isParts)
    .some((part) => ('rules' in part ? refersTo(part, id) : part.type === 'segment' && part.value === id));
