import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';

/** A clock that stands still until it is set. */
export interface SimulatedClock {
  now: Date;
}

/** The same scope with the simulated clock. Nothing is published, as nothing really happens. */
export const byClock = (scope: Scope, clock: SimulatedClock): Scope => ({
  ...scope,
  now: () => clock.now,
  publish: async () => {},
  enqueue: async () => {},
});

/**
 * Runs `work`. Its subscription changes get the transaction's time, so this then sets them to the simulated time, for the
 * conditions and waits that use them.
 */
export async function bySimulatedTime<Result>(
  scope: Scope,
  clock: SimulatedClock,
  persons: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { db, team } = scope;
  const before = new Map((await readTimes(scope, persons)).map((times) => [times.id, times]));
  const result = await work();
  const after = await readTimes(scope, persons);
  const changed = (moment: 'subscribedAt' | 'unsubscribedAt') =>
    after
      .filter((times) => times[moment] && times[moment].getTime() !== before.get(times.id)?.[moment]?.getTime())
      .map(({ id }) => id);
  const [come, left] = [changed('subscribedAt'), changed('unsubscribedAt')];
  if (come.length + left.length === 0) return result;
  await run(
    db,
    sql`update subscribers s set
          subscribed_at = case when s.id = any(${come}::uuid[]) then ${clock.now}::timestamptz else s.subscribed_at end,
          unsubscribed_at = case when s.id = any(${left}::uuid[]) then ${clock.now}::timestamptz else s.unsubscribed_at end
        where s.team_id = ${team.id}::int and s.id = any(${[...come, ...left]}::uuid[])`,
  );
  return result;
}

/** When a subscription began and ended. */
interface Times {
  id: string;
  subscribedAt: Date | null;
  unsubscribedAt: Date | null;
}

const readTimes = ({ db, team }: Scope, persons: readonly string[]): Promise<Times[]> =>
  run<Times>(
    db,
    sql`select id::text, subscribed_at as "subscribedAt", unsubscribed_at as "unsubscribedAt"
        from subscribers where team_id = ${team.id}::int and person_key = any(${[...persons]}::uuid[])`,
  );
