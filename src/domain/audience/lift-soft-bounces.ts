import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { countSubscriptions, MAX_LIFTED, setGoing } from './bounced-subscriptions.ts';

interface Filter {
  since: Date;
  until?: Date | null | undefined;
  domain?: string | null | undefined;
}

/** The effect on people, or its preview. */
export interface LiftedPeople {
  subscriptions: number;
  /** People left for another call. */
  remaining: number;
}

/**
 * Restores subscriptions that ended by soft bounces, for people with their last soft bounce in the given period and without
 * another block. Their soft bounces are counted from zero. Soft bounces create no suppressions, so none are removed.
 */
export async function liftSoftBounces(scope: Scope, filter: Filter, dryRun: boolean): Promise<LiftedPeople> {
  const people = await choose(scope, filter);
  const chosen = people.slice(0, MAX_LIFTED);
  const which = bouncedOf(chosen);
  if (dryRun)
    return { subscriptions: await countSubscriptions(scope, which), remaining: people.length - chosen.length };
  await run(
    scope.db,
    sql`update people set soft_bounces_from = now() where team_id = ${scope.team.id} and key = any(${chosen}::uuid[])`,
  );
  return { subscriptions: await setGoing(scope, which), remaining: people.length - chosen.length };
}

const bouncedOf = (people: readonly string[]): Sql =>
  sql`s.status = 'bounced' and s.person_key = any(${[...people]}::uuid[])`;

async function choose({ db, team }: Scope, { since, until = null, domain = null }: Filter): Promise<string[]> {
  const rows = await run<{ person: string }>(
    db,
    sql`select distinct s.person_key::text as person from subscribers s
        where s.team_id = ${team.id} and s.status = 'bounced'
          and (${domain}::text is null or split_part(s.email, '@', 2) = ${domain})
          and exists (
            select from (select max(f.at) as at from feedback f
              where f.team_id = ${team.id} and f.person_key = s.person_key and f.kind = 'soft_bounce') last
            where last.at >= ${since} and (${until}::timestamptz is null or last.at < ${until}))
          and not exists (select from suppressions x where x.team_id = ${team.id}
            and x.target in (s.email, split_part(s.email, '@', 2)))
        order by person`,
  );
  return rows.map(({ person }) => person);
}
