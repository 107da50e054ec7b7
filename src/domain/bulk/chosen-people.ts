import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Sql, sql } from '../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { listOf, otherwise, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { compile } from '../segments/compile.ts';
import { matching } from '../segments/counting.ts';
import { readSegmentContext } from '../segments/read-context.ts';
import { readSegment } from '../segments/segments.ts';
import { allOf, conditionsOf, SUBSCRIBER_FILTERS } from '../segments/subscriber-filter.ts';
import { ONE_KEY } from './actions.ts';

const FILTER = {
  listId: idRule('a list').nullish(),
  segmentId: idRule('a segment').nullish(),
  ...SUBSCRIBER_FILTERS,
};
const WHOLE = {
  everybody: z.literal(true, { error: otherwise('must be true.') }).nullish(),
  subscriberIds: listOf(idRule('a subscriber'), 1, 10_000).nullish(),
};

/** The choice of people as clients send it, with one key. All keys of a filter must match. */
export const sentChoice = record({ ...WHOLE, filter: record(FILTER).nullish() });

/** The choice of people as stored. */
const chosenPeople = record({ ...WHOLE, ...FILTER });

export const EACH = ['subscription', 'person'] as const;

/** What a bulk update walks and counts: subscriptions, or people with all their subscriptions. */
export type Each = (typeof EACH)[number];

/** A choice of people as JSON: the keys as sent, the conditions that the segment had, and when it was made. */
export interface Chosen {
  /** Absent: subscription. */
  each?: Each;
  given: Record<string, unknown>;
  segment?: { listId: string; conditions: unknown };
  at: string;
}

const NOBODY_NAMED = 'must have a key. Send everybody: true to choose all people of the team.';

/** Reads a choice of people. Throws ValidationError, which names its keys, also for a list or a segment that does not exist. */
export async function readChoice(scope: Scope, each: Each, sent: z.output<typeof sentChoice>): Promise<Chosen> {
  const { filter, ...whole } = withoutAbsent(sent);
  const keys = Object.keys(whole).length + (filter ? 1 : 0);
  if (keys !== 1) throw new ValidationError([{ path: [], problem: keys === 0 ? NOBODY_NAMED : ONE_KEY }]);
  const chosen = filter && withoutAbsent(filter);
  if (chosen && Object.keys(chosen).length === 0)
    throw new ValidationError([{ path: ['filter'], problem: NOBODY_NAMED }]);
  const given = JSON.parse(JSON.stringify({ ...whole, ...chosen })) as Record<string, unknown>;
  const choice = { each, given, at: scope.now().toISOString() };
  const { listId, segmentId } = chosen ?? {};
  if (listId != null) await readList(scope, listId).catch(refusing(['filter', 'listId'], 'a list'));
  if (segmentId == null) return choice;
  const segment = await readSegment(scope, segmentId).catch(refusing(['filter', 'segmentId'], 'a segment'));
  if (listId != null && listId !== segment.listId)
    throw new ValidationError([{ path: ['filter', 'segmentId'], problem: 'must be a segment of the list.' }]);
  return { ...choice, segment: { listId: segment.listId, conditions: segment.conditions } };
}

/** The same object without keys that are null or undefined. */
const withoutAbsent = <Some extends object>(given: Some): Some =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as Some; // optional keys may be absent

/** Names a key that leads to nothing, instead of NotFoundError. */
export const refusing = (path: readonly string[], what: string) => (error: unknown) => {
  if (!(error instanceof NotFoundError)) throw error;
  throw new ValidationError([{ path: [...path], problem: `must be the id of ${what}.` }]);
};

/**
 * The predicate that the chosen ones fit: over `s`, a row of subscribers, or over `p`, a row of people, of whom one subscription
 * must match, as in `listPeople`. `after`: only people with a greater key; said of both tables, so that a chunk reads neither
 * from the beginning. Throws ValidationError for a key of the filter.
 */
export async function chosenWhere(scope: Scope, chosen: Chosen, after: string | null = null): Promise<Sql> {
  const { everybody, segmentId, ...filter } = parse(chosenPeople, chosen.given);
  const before = sql`${chosen.at}::text::timestamptz`;
  if (chosen.each !== 'person')
    return allOf([
      sql`s.team_id = ${scope.team.id}::int and s.created_at <= ${before}`,
      ...(await subscriptionConditions(scope, chosen, filter)),
    ]);
  const { createdSince, createdUntil, ...others } = filter;
  const conditions = await subscriptionConditions(scope, chosen, others);
  const theirs = sql`s.team_id = p.team_id and s.person_key = p.key and s.created_at <= ${before}`;
  const beyond = after === null ? [] : [sql`s.person_key > ${after}::uuid`];
  return allOf([
    sql`p.team_id = ${scope.team.id}::int and p.email is not null and p.created_at <= ${before}`,
    ...(createdSince == null ? [] : [sql`p.created_at >= ${createdSince}`]),
    ...(createdUntil == null ? [] : [sql`p.created_at < ${createdUntil}`]),
    ...(conditions.length === 0
      ? []
      : [sql`exists (select from subscribers s where ${allOf([theirs, ...beyond, ...conditions])})`]),
  ]);
}

type Filter = Omit<z.output<typeof chosenPeople>, 'everybody' | 'segmentId'>;

/** The conditions on `s` that the choice makes. */
async function subscriptionConditions(
  scope: Scope,
  { segment, at }: Chosen,
  { listId, subscriberIds, ...filter }: Filter,
): Promise<Sql[]> {
  return [
    ...(listId == null ? [] : [sql`s.list_id = ${listId}::uuid`]),
    ...(subscriberIds == null ? [] : [sql`s.id = any(${subscriberIds}::uuid[])`]),
    ...(segment ? [await segmentWhere(scope, segment, new Date(at))] : []),
    ...(await conditionsOf(scope, filter)),
  ];
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
