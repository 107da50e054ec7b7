import { run, sql } from '../../../database/connect.ts';
import { readDuration } from '../../../validation/duration.ts';
import { shownAttributes } from '../../audience/shown-attributes.ts';
import { DONE, NOT_SUBSCRIBED, outcomesOf } from './outcomes.ts';
import type { RunAtStep, StepContext, StepOutcome, TakeStep } from './step-kind.ts';
import { momentOfDate, nextTime } from './wait-moments.ts';

/**
 * Waits for a while, until a time of day, or until a date that an attribute has; times are the person's own, else the team's.
 * What has passed is not waited for, and without a date the step is skipped.
 */
export const wait: TakeStep<'wait'> = async (context, step, runs) => {
  const { now } = context;
  const come = runs.filter(({ waitUntil }) => waitUntil === null);
  const clocks =
    step.for === undefined && come.length > 0 ? await readClocks(context, come, step.until_attribute) : undefined;
  const until = ({ id }: RunAtStep): Date | StepOutcome => {
    if (step.for !== undefined) return new Date(now.getTime() + readDuration(step.for)! * 1_000);
    const clock = clocks!.get(id);
    if (step.until) return nextTime(now, step.until, clock!.zones);
    if (!clock?.subscribed) return NOT_SUBSCRIBED;
    return momentOfDate(clock.value, step, clock.zones) ?? NO_DATE;
  };
  return outcomesOf(runs, (one) => {
    const found = one.waitUntil ?? until(one);
    if (!(found instanceof Date)) return found;
    return found <= now ? DONE : { outcome: 'wait', until: found };
  });
};

const NO_DATE: StepOutcome = { outcome: 'skipped', reason: 'no_date' };

interface Clock {
  /** Time zones, of which the first that is known holds. */
  zones: string[];
  subscribed: boolean;
  /** The attribute. */
  value: unknown;
}

async function readClocks(
  context: StepContext,
  runs: readonly RunAtStep[],
  attribute: string | undefined,
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
