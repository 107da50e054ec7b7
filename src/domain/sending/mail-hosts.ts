import { type Database, run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { ownHost, type Surroundings } from './check-records.ts';

/** A sending domain, and its team. */
export interface OfTeam {
  teamId: number;
  domain: string;
}

/**
 * Returns the outgoing mail servers of each domain: the team's default, else the installation's own (`own`), and those of
 * lists with a sender in the domain. One statement for any number of domains.
 */
export async function readMailHosts(db: Database, domains: readonly OfTeam[], own?: string): Promise<string[][]> {
  const rows = await run<{ index: number; host: string | null }>(
    db,
    sql`select given.index::int - 1 as index, d.host
        from unnest(${domains.map(({ teamId }) => teamId)}::int[]) with ordinality as given(team_id, index)
        join teams t on t.id = given.team_id
        left join transports d on d.team_id = t.id and d.id = t.default_transport_id and d.deleted_at is null
        union
        select given.index::int - 1, x.host
        from unnest(${domains.map(({ teamId }) => teamId)}::int[], ${domains.map(({ domain }) => domain)}::text[])
          with ordinality as given(team_id, domain, index)
        join lists l on l.team_id = given.team_id
          and '.' || split_part(l.from_email, '@', 2) like '%.' || given.domain
        join transports x on x.team_id = l.team_id and x.id = l.transport_id and x.deleted_at is null`,
  );
  const hosts = domains.map((): string[] => []);
  for (const { index, host } of rows) {
    const used = host ?? own;
    if (used !== undefined) hosts[index]!.push(used);
  }
  return hosts;
}

/** The outgoing mail servers of one domain of the team. */
export async function hostsOf(scope: Scope, { config }: Surroundings, domain: string): Promise<string[]> {
  const [hosts] = await readMailHosts(scope.db, [{ teamId: scope.team.id, domain }], ownHost(config));
  return hosts!;
}
