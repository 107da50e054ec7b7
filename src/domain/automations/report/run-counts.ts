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

/** The counts of an automation's runs, summed over all counters. */
export const readRunCounts = ({ db, team }: Scope, automationId: string): Promise<RunCount[]> =>
  run<RunCount>(
    db,
    sql`select step, what, detail, sum(count)::float8 as count from automation_counts
        where team_id = ${team.id}::int and automation_id = ${automationId}::uuid
        group by step, what, detail order by step, what, detail`,
  );

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
