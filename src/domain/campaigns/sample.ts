import { type Sql, sql } from '../../database/connect.ts';
import { HELD } from '../ledger/held.ts';
import type { AbTest } from './variants.ts';

/** Fragments of the statement that files the messages of a campaign. */
export interface Filing {
  /** Whom: rows `s` of subscribers. */
  people: Sql;
  /** The variant that a person gets; null if that is not decided yet. */
  variant: Sql;
  /** Until when the message is held back, whatever else says when it is due; null: it is not. */
  heldUntil: Sql;
}

/**
 * How the messages of a campaign are filed. With a test the people are ranked by a hash of campaign and person, so that
 * everybody has the same place however often filing is repeated. The first are the sample, whom the variants are
 * dealt to in turn, so that their shares differ by one person at most. `join`: what is joined to `s` by its time zone.
 */
export function filingOf(id: string, test: AbTest | undefined, audience: Sql, join: Sql): Filing {
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
