import { useMemo } from 'react';
import type { Builder } from './builder.ts';
import { changePart, type GroupDraft, isGroup, type RuleDraft, writeConditions } from './draft.ts';
import { GRAMMAR } from './grammar.ts';
import { isFinished } from './is-finished.ts';
import { type Choices, kindOf } from './operators-of.ts';
import { useCounts } from './use-counts.ts';

interface Given extends Partial<Pick<Builder, 'kinds' | 'outcomes' | 'segmentId' | 'triggerEvent'>> {
  /** The list to count. Undefined: no counts. */
  list: string | undefined;
  choices: Choices | undefined;
  conditions: GroupDraft;
  mayWrite: boolean;
  /** Errors from saving, by the key of a part. */
  refused: ReadonlyMap<string, string>;
  onChange(conditions: GroupDraft): void;
}

const NO_OUTCOMES: ReadonlyMap<string, boolean> = new Map();
const KINDS = Object.keys(GRAMMAR);

/**
 * The state of a condition builder: the context of each rule, the number of matching people, and the errors that block
 * counting.
 */
export function useBuilderState({ list, choices, conditions, mayWrite, refused, onChange, ...given }: Given) {
  const finished = (rule: RuleDraft) => isFinished(rule, kindOf(rule, choices));
  const countable = (rule: RuleDraft) => finished(rule) && rule.type !== 'trigger_event';
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether a rule is finished depends on these two
  const counted = useMemo(() => writeConditions(conditions, countable), [conditions, choices]);
  const { counts, recounting, problems, failure } = useCounts(list, counted);
  const builder: Builder = {
    choices,
    counts,
    recounting,
    mayWrite,
    isFinished: finished,
    kinds: given.kinds ?? KINDS,
    outcomes: given.outcomes ?? NO_OUTCOMES,
    segmentId: given.segmentId,
    triggerEvent: given.triggerEvent ?? '',
    problems: new Map([...problems, ...refused]),
    change: (key, change) => {
      const changed = key === conditions.key ? change(conditions) : changePart(conditions, key, change);
      if (changed && isGroup(changed)) onChange(changed);
    },
  };
  const all = writeConditions(conditions);
  const done = writeConditions(conditions, finished).count;
  return {
    builder,
    failure,
    /** How many rules are not finished, and so not counted. */
    unfinished: all.count - done,
    /** Whether some rules depend on the trigger event, so a list cannot count them. */
    isPartial: done !== counted.count,
  };
}
