import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { Revenue } from '../../insight/revenue.ts';

/** A count of an automation (`step` empty) or of one of its steps. */
export interface RunCount {
  step: string;
  what: string;
  /** Why runs ended. Empty: not applicable. */
  detail: string;
  count: number;
}

/** The counts of each automation's runs, summed over all counters, in one statement. */
export async function readRunCounts({ db, team }: Scope, ids: readonly string[]): Promise<Map<string, RunCount[]>> {
  const rows = await run<RunCount & { automation: string }>(
    db,
    sql`select automation_id::text as automation, step, what, detail, sum(count)::float8 as count from automation_counts
        where team_id = ${team.id}::int and automation_id = any(${[...ids]}::uuid[])
        group by automation_id, step, what, detail order by step, what, detail`,
  );
  const counts = new Map<string, RunCount[]>();
  for (const { automation, ...count } of rows) counts.set(automation, [...(counts.get(automation) ?? []), count]);
  return counts;
}

export const sumOf = (counts: readonly RunCount[], step: string, what: string): number =>
  counts.reduce((sum, one) => sum + (one.step === step && one.what === what ? one.count : 0), 0);

/** Six decimals are enough for a million runs. 0 if `whole` is 0. */
export const fraction = (part: number, whole: number): number =>
  whole > 0 ? Math.round((part / whole) * 1e6) / 1e6 : 0;

/** Sums by currency, in alphabetical order. */
export function addRevenue(all: readonly Revenue[]): Revenue[] {
  const sums = new Map<string, Revenue>();
  for (const { currency, revenue, orders } of all) {
    const sum = sums.get(currency);
    sums.set(currency, { currency, revenue: (sum?.revenue ?? 0) + revenue, orders: (sum?.orders ?? 0) + orders });
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
