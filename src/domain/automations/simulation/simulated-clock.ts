import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';

/** A clock that stands still until it is set. */
export interface SimulatedClock {
  now: Date;
  /** When the transaction really began, which is what `now()` says in its statements. */
  readonly began: Date;
}

/** Starts a clock in the caller's transaction. */
export async function startClock({ db }: Scope, now: Date): Promise<SimulatedClock> {
  const [row] = await run<{ began: Date }>(db, sql`select now() as began`);
  return { now, began: (row as { began: Date }).began };
}

/** The same scope by the simulated clock. Nobody is told of what never happens. */
export const byClock = (scope: Scope, clock: SimulatedClock): Scope => ({
  ...scope,
  now: () => clock.now,
  publish: async () => {},
  enqueue: async () => {},
});

/**
 * Who comes to a list or leaves it is written with the time of the transaction, which here is not that of the simulation: puts that
 * right for a person, for the conditions and waits that go by it.
 */
export async function setTimes({ db, team }: Scope, clock: SimulatedClock, person: string): Promise<void> {
  const { now, began } = clock;
  const inIt = (moment: 'subscribed_at' | 'unsubscribed_at') =>
    moment === 'subscribed_at'
      ? sql`abs(extract(epoch from s.subscribed_at - ${began}::timestamptz)) < 0.002`
      : sql`abs(extract(epoch from s.unsubscribed_at - ${began}::timestamptz)) < 0.002`;
  await run(
    db,
    sql`update subscribers s set
          subscribed_at = case when ${inIt('subscribed_at')} then ${now}::timestamptz else s.subscribed_at end,
          unsubscribed_at = case when ${inIt('unsubscribed_at')} then ${now}::timestamptz else s.unsubscribed_at end
        where s.team_id = ${team.id}::int and s.person_key = ${person}::uuid
          and (${inIt('subscribed_at')} or ${inIt('unsubscribed_at')})`,
  );
}
