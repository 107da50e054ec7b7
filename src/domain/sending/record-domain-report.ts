import { byTeam, teamOf } from '../../database/by-team.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { writtenDay } from '../../validation/time.ts';
import { addUp, type DomainReport, isTimely, keyOf, middleOf, type ReportedRow } from './domain-report.ts';

/** The outcome of a report. `foreign`: its domain is not a verified sending domain. `flood`: that domain has too many. */
export type ReportOutcome = 'recorded' | 'repeated' | 'foreign' | 'untimely' | 'flood';

const MAX_DOMAINS = 100;
/** For a domain, within 24 hours. Limits made-up reports, which anyone can send. */
const DAILY_REPORTS = 1_000;
const DAILY_SOURCES = 10_000;

/**
 * Records a report for each team that has verified its domain. A row belongs to a team's closest verified domain at or
 * above the senders' domain. Other rows are dropped, so that no team sees reports of its parent domains. A repeated report
 * changes nothing. A few statements for any number of rows.
 */
export async function recordDomainReport(
  db: Database,
  report: DomainReport,
  now = databaseNow(db),
): Promise<ReportOutcome> {
  if (!isTimely(report, now)) return 'untimely';
  const parts = divide(report, await findDomains(db, report));
  if (parts.length === 0) return 'foreign';
  const admitted = await withoutFloods(db, parts);
  if (admitted.length === 0) return 'flood';
  return inTransaction(db, async (db) => ((await insert(db, report, admitted)) > 0 ? 'recorded' : 'repeated'));
}

interface Domain {
  teamId: number;
  id: string;
  domain: string;
}

/** The part of a report about one domain of a team. */
interface Part {
  teamId: number;
  id: string;
  rows: readonly ReportedRow[];
}

const MAX_LABELS = 10;
const MAX_NAMES = 1_000;

/** A domain and its parents, the closest first, except the last label. */
const withThoseAbove = (domain: string): string[] =>
  domain
    .split('.')
    .slice(-MAX_LABELS)
    .flatMap((_, index, labels) => (labels.length - index > 1 ? [labels.slice(index).join('.')] : []));

function findDomains(db: Database, { domain, rows }: DomainReport): Promise<Domain[]> {
  const senders = [...new Set([domain, ...rows.map((row) => row.domain)])].slice(0, MAX_NAMES);
  const names = senders.flatMap(withThoseAbove);
  return run<Domain>(
    db,
    sql`select team_id as "teamId", id::text, domain from sending_domains
        where domain = any(${[...new Set(names)]}::text[]) and verified_at is not null
        order by team_id, id limit ${MAX_DOMAINS}`,
  );
}

/** Splits a report by domain. Rows of several subdomains become one row. */
function divide({ rows }: DomainReport, domains: readonly Domain[]): Part[] {
  const owners = new Map<string, Domain[]>();
  const parts = new Map<string, { teamId: number; id: string; rows: ReportedRow[] }>();
  for (const row of rows) {
    const owning = owners.get(row.domain) ?? closestOwners(row.domain, domains);
    owners.set(row.domain, owning);
    for (const { teamId, id, domain } of owning) {
      const part = parts.get(id) ?? { teamId, id, rows: [] };
      part.rows.push({ ...row, domain });
      parts.set(id, part);
    }
  }
  return [...parts.values()].map((part) => ({ ...part, rows: addUp(part.rows) }));
}

/** Each team's closest domain at or above the sender's. */
function closestOwners(sender: string, domains: readonly Domain[]): Domain[] {
  const ofTeams = new Map<number, Domain>();
  for (const name of withThoseAbove(sender)) {
    for (const one of domains) if (one.domain === name && !ofTeams.has(one.teamId)) ofTeams.set(one.teamId, one);
  }
  return [...ofTeams.values()];
}

async function withoutFloods(db: Database, parts: readonly Part[]): Promise<Part[]> {
  const full = await run<{ id: string }>(
    db,
    sql`select domain_id::text as id from domain_reports
        where team_id = any(${[...new Set(parts.map(teamOf))]}::int[])
          and domain_id = any(${parts.map(({ id }) => id)}::uuid[]) and received_at > now() - interval '24 hours'
        group by team_id, domain_id having count(*) >= ${DAILY_REPORTS} or sum(sources) >= ${DAILY_SOURCES}`,
  );
  return parts.filter(({ id }) => !full.some((one) => one.id === id));
}

/** Returns how many parts are new. */
async function insert(db: Database, report: DomainReport, parts: readonly Part[]): Promise<number> {
  const { kind, reporter } = report;
  const [key, day] = [keyOf(report), writtenDay(middleOf(report))];
  let recorded = 0;
  for (const { items } of byTeam(db, parts, teamOf)) {
    const given = items.map(({ teamId, id, rows }) => ({ teamId, id, sources: rows.length }));
    const inserted = await run<{ id: string }>(
      db,
      sql`insert into domain_reports (team_id, domain_id, key, kind, reporter, day, sources)
          select "teamId", id, decode(${key}, 'hex'), ${kind}::text, ${reporter}::text, ${day}::date, sources
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given("teamId" int, id uuid, sources int)
          order by "teamId", id on conflict (team_id, domain_id, key) do nothing returning domain_id::text as id`,
    );
    const rows = items
      .filter(({ id }) => inserted.some((one) => one.id === id))
      .flatMap(({ teamId, id, rows }) => rows.map((row, index) => ({ ...row, teamId, id, number: index + 1 })));
    if (rows.length === 0) continue;
    await run(
      db,
      sql`insert into domain_report_sources (team_id, domain_id, key, number, source, passed, result, dkim, spf, count)
          select "teamId", id, decode(${key}, 'hex'), number, source, passed, result, dkim, spf, count
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("teamId" int, id uuid, number int,
            source text, passed boolean, result text, dkim boolean, spf boolean, count int)`,
    );
    recorded += inserted.length;
  }
  return recorded;
}
