import { createHash } from 'node:crypto';
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

/** A choice of people as JSON: the keys as sent, the conditions that the segment had, and when it was made. */
export interface Chosen {
  given: Record<string, unknown>;
  segment?: { listId: string; conditions: unknown };
  at: string;
}

const NOBODY_NAMED = 'must name people. Send everybody: true to choose all people of the team.';

/** Reads a choice of people. Throws ValidationError, which names its keys, also for a list or a segment that does not exist. */
export async function readChoice(scope: Scope, sent: object): Promise<Chosen> {
  const { everybody, ...chosen } = parse(chosenPeople, sent);
  const { listId, segmentId } = chosen;
  const isNamed = Object.values(chosen).some((value) => value !== null && value !== undefined);
  if (!isNamed && !everybody) throw new ValidationError([{ path: [], problem: NOBODY_NAMED }]);
  const given = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
  const choice = { given, at: scope.now().toISOString() };
  if (listId != null) await readList(scope, listId).catch(refusing('listId', 'a list'));
  if (segmentId == null) return choice;
  const segment = await readSegment(scope, segmentId).catch(refusing('segmentId', 'a segment'));
  if (listId != null && listId !== segment.listId)
    throw new ValidationError([{ path: ['segmentId'], problem: 'must be a segment of the list.' }]);
  return { ...choice, segment: { listId: segment.listId, conditions: segment.conditions } };
}

/** Names a key that leads to nothing, instead of NotFoundError. */
export const refusing = (name: string, what: string) => (error: unknown) => {
  if (!(error instanceof NotFoundError)) throw error;
  throw new ValidationError([{ path: [name], problem: `must be the id of ${what}.` }]);
};

/** The predicate over `s`, a row of subscribers, that the chosen people fit. Throws ValidationError for a key. */
export async function chosenWhere(scope: Scope, { given, segment, at }: Chosen): Promise<Sql> {
  const { listId, subscriberIds, everybody, segmentId, ...filter } = parse(chosenPeople, given);
  return allOf([
    sql`s.team_id = ${scope.team.id}::int and s.created_at <= ${at}::text::timestamptz`,
    ...(listId == null ? [] : [sql`s.list_id = ${listId}::uuid`]),
    ...(subscriberIds == null ? [] : [sql`s.id = any(${subscriberIds}::uuid[])`]),
    ...(segment ? [await segmentWhere(scope, segment, new Date(at))] : []),
    ...(await conditionsOf(scope, filter)),
  ]);
}

/** Rules about days mean those of the start, however long the walk takes. */
async function segmentWhere(
  scope: Scope,
  { listId, conditions }: NonNullable<Chosen['segment']>,
  at: Date,
): Promise<Sql> {
  const context = await readSegmentContext(scope, [listId], [conditions]);
  return matching(scope, listId, compile(conditions, { ...context, at, isElsewhen: true }));
}

/** Differs once a tag, field or segment that the choice names has changed: it would mean other people then. */
export const fingerprintOf = ({ sql: text, values }: Sql): string =>
  createHash('sha256')
    .update(JSON.stringify([text, values]))
    .digest('hex');
