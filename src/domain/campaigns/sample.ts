import { type Sql, sql } from '../../database/connect.ts';
import { HELD } from '../ledger/held.ts';
import type { AbTest } from './variants.ts';

/** Fragments of the statement that enqueues the messages of a campaign. */
export interface EnqueueParts {
  /** Rows `s` of subscribers. */
  people: Sql;
  /** A person's variant; null if it is not decided yet. */
  variant: Sql;
  /** Until when the message is held back, regardless of its due time; null: it is not. */
  heldUntil: Sql;
}

/**
 * How to enqueue the messages of a campaign. With a test, people are ranked by a hash of campaign and person, so that
 * repeating gives the same order. The first form the sample and get the variants in turn, so that shares differ by at most
 * one person. `join`: the table joined to `s` by time zone.
 */
export function enqueueParts(id: string, test: AbTest | undefined, audience: Sql, join: Sql): EnqueueParts {
  if (!test) {
    return {
      people: sql`subscribers s ${join} where ${audience}`,
      variant: sql`null::smallint`,
      heldUntil: sql`null::timestamptz`,
    };
  }
  const isSample = sql`s.rank < ceil(s.people * ${test.samplePercent}::numeric / 100)`;
  return {
    people: sql`(select s.team_id, s.person_key, s.timezone, count(*) over (partition by s.team_id) as people,
        row_number() over (partition by s.team_id order by md5(${id}::text || s.person_key::text)::uuid, s.person_key) - 1 as rank
      from subscribers s where ${audience}) s ${join}`,
    variant: sql`(case when ${isSample} then 1 + s.rank % ${test.variants.length}::int end)::smallint`,
    heldUntil: sql`case when not ${isSample} then ${HELD} end`,
  };
}
