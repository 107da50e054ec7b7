import { run, sql } from '../../../database/connect.ts';
import { shownAttributes } from '../../audience/shown-attributes.ts';
import type { RunAtStep, StepContext } from './step-kind.ts';

/** A person's local clock. */
export interface Clock {
  /** Time zones; the first known one counts: the person's, then the team's. */
  zones: string[];
  subscribed: boolean;
  /** The requested attribute. */
  value: unknown;
}

/** The clocks of the runs' people, by run id, and one of their attributes (or `subscribed_at`). Two statements. */
export async function readClocks(
  context: StepContext,
  runs: readonly RunAtStep[],
  attribute?: string,
): Promise<Map<string, Clock>> {
  const { db, team } = context.scope;
  const subscriptions = await context.subscriptionsOf(runs);
  const ids = [...new Set([...subscriptions.values()].map(({ id }) => id))];
  const [ours] = await run<{ timezone: string }>(db, sql`select timezone from teams where id = ${team.id}::int`);
  const rows = await run<{ id: string; timezone: string | null; value: unknown }>(
    db,
    sql`select s.id::text, s.timezone, case when ${attribute ?? null}::text = 'subscribed_at' then to_jsonb(s.subscribed_at)
               else ${shownAttributes(sql`${team.id}::int`)} -> ${attribute ?? null}::text end as value
        from subscribers s where s.team_id = ${team.id}::int and s.id = any(${ids}::uuid[])`,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    runs.map(({ id }) => {
      const row = known.get(subscriptions.get(id)?.id ?? '');
      const zones = [row?.timezone, ours?.timezone].flatMap((zone) => zone ?? []);
      return [id, { zones, subscribed: row !== undefined, value: row?.value }];
    }),
  );
}
