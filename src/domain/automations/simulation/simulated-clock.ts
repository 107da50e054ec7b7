import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';

/** A clock that stands still until it is set. */
export interface SimulatedClock {
  now: Date;
}

/** The same scope by the simulated clock. Nobody is told of what never happens. */
export const byClock = (scope: Scope, clock: SimulatedClock): Scope => ({
  ...scope,
  now: () => clock.now,
  publish: async () => {},
  enqueue: async () => {},
});

/** When a subscription began and ended. */
interface Times {
  id: string;
  subscribedAt: Date | null;
  unsubscribedAt: Date | null;
}

/** The times of a person's subscriptions. */
export const readTimes = ({ db, team }: Scope, person: string): Promise<Times[]> =>
  run<Times>(
    db,
    sql`select id::text, subscribed_at as "subscribedAt", unsubscribed_at as "unsubscribedAt"
        from subscribers where team_id = ${team.id}::int and person_key = ${person}::uuid`,
  );

/**
 * Who comes to a list or leaves it is written with the time of the transaction, which here is not that of the simulation: puts right
 * those times of a person that are not as they were `before`, for the conditions and waits that go by them.
 */
export async function setTimes(
  scope: Scope,
  clock: SimulatedClock,
  person: string,
  before: readonly Times[],
): Promise<void> {
  const { db, team } = scope;
  const known = new Map(before.map((times) => [times.id, times]));
  const after = await readTimes(scope, person);
  const changed = (moment: 'subscribedAt' | 'unsubscribedAt') =>
    after
      .filter((times) => times[moment] && times[moment].getTime() !== known.get(times.id)?.[moment]?.getTime())
      .map(({ id }) => id);
  const [come, left] = [changed('subscribedAt'), changed('unsubscribedAt')];
  if (come.length + left.length === 0) return;
  await run(
    db,
    sql`update subscribers s set
          subscribed_at = case when s.id = any(${come}::uuid[]) then ${clock.now}::timestamptz else s.subscribed_at end,
          unsubscribed_at = case when s.id = any(${left}::uuid[]) then ${clock.now}::timestamptz else s.unsubscribed_at end
        where s.team_id = ${team.id}::int and s.id = any(${[...come, ...left]}::uuid[])`,
  );
}
