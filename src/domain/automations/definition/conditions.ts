import type { Issue } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Group } from '../../segments/conditions.ts';
import { readSegmentContext, readValidationContext } from '../../segments/read-context.ts';
import { MAX_RULES_IN_ALL, mostRules } from '../../segments/references.ts';
import type { SegmentContext } from '../../segments/segment-context.ts';
import { validateConditions } from '../../segments/validate-conditions.ts';
import type { Conditions, Reading } from './reading.ts';
import type { References } from './references.ts';

/**
 * Validates the conditions in definitions, and stores their normal form. Returns the issues of each definition. A rule may
 * refer to segments of the automation's list. `asNew`: templates must exist; saved rules may outlive them.
 */
export async function judgeConditions(
  scope: Scope,
  readings: readonly { reading: Reading; listId: string | null }[],
  { segments }: References,
  asNew: boolean,
): Promise<Issue[][]> {
  const groups = readings.flatMap(({ reading }) => reading.conditions.map(({ given }) => given));
  const lists = [...new Set(readings.flatMap(({ listId }) => listId ?? []))];
  const read = asNew ? readValidationContext : readSegmentContext;
  const context = groups.length > 0 ? await read(scope, lists, groups) : undefined;
  return readings.map(({ reading, listId }) => {
    if (!context) return [];
    const theirs = new Map([...context.segments].filter(([id]) => segments.get(id) === listId));
    const known = { ...context, segments: theirs };
    return reading.conditions.flatMap((conditions) => judgeGroup(conditions, known, context.segments));
  });
}

function judgeGroup(
  { path, given, triggerEvent, keep }: Conditions,
  context: SegmentContext,
  segments: SegmentContext['segments'],
): Issue[] {
  const read = validateConditions(given, { ...context, triggerEvent, triggerProperty: true });
  if (!('group' in read))
    return read.issues.map(({ path: [, ...rest], problem }) => ({ path: [...path, ...rest], problem }));
  keep(read.group);
  return inAll(read.group, segments) <= MAX_RULES_IN_ALL
    ? []
    : [
        {
          path,
          problem: `must not have more than ${MAX_RULES_IN_ALL} rules, including those of the segments it refers to.`,
        },
      ];
}

const inAll = (group: Group, segments: SegmentContext['segments']): number =>
  mostRules(new Map<string, unknown>([...segments, ['', group]]));
