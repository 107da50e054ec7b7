import { type Sql, sql } from '../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { listOf, record, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { compile } from '../segments/compile.ts';
import { matching } from '../segments/counting.ts';
import { readSegmentContext } from '../segments/read-context.ts';
import { readSegment } from '../segments/segments.ts';
import { allOf, conditionsOf, SUBSCRIBER_FILTERS } from '../segments/subscriber-filter.ts';

/** The choice of people. All given keys must match. */
export const chosenPeople = record({
  everybody: yesOrNo().nullish(),
  listId: idRule('a list').nullish(),
  segmentId: idRule('a segment').nullish(),
  subscriberIds: listOf(idRule('a subscriber'), 1, 10_000).nullish(),
  ...SUBSCRIBER_FILTERS,
});

/** A choice of people, as stored: the keys as sent, and the conditions that the segment had. */
export interface Chosen {
  given: Record<string, unknown>;
  segment?: { listId: string; conditions: unknown };
}

const NOBODY_NAMED = 'must name people, for example by listId. All people of the team are chosen by everybody: true.';

/** Reads a choice of people. Throws ValidationError, which names its keys, also for a list or a segment that does not exist. */
export async function readChoice(scope: Scope, sent: object): Promise<Chosen> {
  const { everybody, ...chosen } = parse(chosenPeople, sent);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined));
  const { listId, segmentId } = chosen;
  const isNamed = Object.values(chosen).some((value) => value !== null && value !== undefined);
  if (!isNamed && !everybody) throw new ValidationError([{ path: [], problem: NOBODY_NAMED }]);
  if (listId != null) await readList(scope, listId).catch(refusing('listId', 'a list'));
  if (segmentId == null) return { given };
  const segment = await readSegment(scope, segmentId).catch(refusing('segmentId', 'a segment'));
  if (listId != null && listId !== segment.listId)
    throw new ValidationError([{ path: ['segmentId'], problem: 'must be a segment of the list.' }]);
  return { given, segment: { listId: segment.listId, conditions: segment.conditions } };
}

const refusing = (name: string, what: string) => (error: unknown) => {
  if (!(error instanceof NotFoundError)) throw error;
  throw new ValidationError([{ path: [name], problem: `must be the id of ${what}.` }]);
};

/** The predicate over `s`, a row of subscribers, that the chosen people fit. */
export async function chosenWhere(scope: Scope, { given, segment }: Chosen): Promise<Sql> {
  const { listId, subscriberIds, everybody, segmentId, ...filter } = parse(chosenPeople, given);
  return allOf([
    sql`s.team_id = ${scope.team.id}::int`,
    ...(listId == null ? [] : [sql`s.list_id = ${listId}::uuid`]),
    ...(subscriberIds == null ? [] : [sql`s.id = any(${subscriberIds}::uuid[])`]),
    ...(segment ? [await segmentWhere(scope, segment)] : []),
    ...(await conditionsOf(scope, filter)),
  ]);
}

async function segmentWhere(scope: Scope, { listId, conditions }: NonNullable<Chosen['segment']>): Promise<Sql> {
  const context = await readSegmentContext(scope, [listId], [conditions]);
  return matching(scope, listId, compile(conditions, context));
}
