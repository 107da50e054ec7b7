import { run, type Sql, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';

/** When a person did something. */
export interface Engagement {
  person: string;
  at: Date;
}

const UNKNOWN = sql`timestamptz '9999-12-31Z'`;

/**
 * The last event, open or click of a person of the team, or null. `last_activity` of migration 0070, in SQL that Citus
 * accepts.
 */
export const lastActivity = ({ team }: Pick<Scope, 'team'>, person: Sql): Sql => sql`greatest(
  (select max(r.last_at) from person_events r where r.team_id = ${team.id}::int and r.person_key = ${person}),
  (select max(t.at) from touches t where t.team_id = ${team.id}::int and t.person_key = ${person}))`;

/**
 * Updates `engaged_at` of subscribers to their people's latest activity, unless it is less than a day behind. For
 * distributed tables, which have no trigger for it, in the transaction that recorded the activity: `note_engagement` of
 * migration 0008 explains the order.
 */
export async function noteEngagement(scope: Scope, engagements: readonly Engagement[]): Promise<void> {
  const latest = new Map<string, Date>();
  for (const { person, at } of engagements) if (at > (latest.get(person) ?? 0)) latest.set(person, at);
  const done = [...latest].map(([person, at]) => ({ person, at }));
  if (done.length === 0) return;
  const stale = await run<{ id: string; at: Date }>(
    scope.db,
    sql`select s.id::text, done.at from subscribers s
        join ${recordset('done', done, { person: 'uuid', at: 'timestamptz' })} on done.person = s.person_key
        where s.team_id = ${scope.team.id}::int
          and (s.engaged_at is null or s.engaged_at < done.at - interval '24 hours' or s.engaged_at >= ${UNKNOWN})
        order by s.person_key, s.list_id for no key update of s`,
  );
  if (stale.length === 0) return;
  await run(
    scope.db,
    sql`update subscribers s
        set engaged_at = case when s.engaged_at >= ${UNKNOWN} then ${lastActivity(scope, sql`s.person_key`)}
                         else greatest(s.engaged_at, known.at) end
        from ${recordset('known', stale, { id: 'uuid', at: 'timestamptz' })}
        where s.team_id = ${scope.team.id}::int and s.id = known.id`,
  );
}
