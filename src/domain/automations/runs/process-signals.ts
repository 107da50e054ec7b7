import { type Database, run, type Sql, sql } from '../../../database/connect.ts';
import type { Log } from '../../../log.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../scope.ts';
import { lockPeopleByKey } from '../../audience/lock-people.ts';
import { withoutErasing } from '../../erasure-lock.ts';
import { candidatesOf } from './candidates.ts';
import { readListening } from './read-listening.ts';
import { RunIsAdvancing } from './restart-runs.ts';
import { startRuns } from './start-runs.ts';
import { wakeRuns } from './wake-runs.ts';

/** Something that happened to a person. */
export interface Signal {
  /** Ascending in the order of writing, as text. */
  id: string;
  person: string;
  kind: string;
  ref: string;
  detail: string | null;
  eventId: string | null;
  imported: boolean;
  at: Date;
}

const TEAMS = 100;
/** More than the rows of an API batch. After a full set, the caller looks again. */
const TOGETHER = 1_200;

/** Signals not yet processed. */
export const WAITING_SIGNALS: Sql = sql`select from automation_signals`;

/**
 * Processes signals: starts runs, and wakes runs that wait for them. Each set of up to TOGETHER signals is one transaction, so
 * a signal is processed once or stays. Parallel processes may run this. Returns the number of signals.
 */
export async function processSignals(db: Database, log: Log): Promise<number> {
  const teams = await run<{ teamId: number }>(
    db,
    sql`select team_id as "teamId" from automation_signals group by team_id order by random() limit ${TEAMS}`,
  );
  let processed = 0;
  let waiting = teams.map(({ teamId }) => createScope(db, { id: teamId }, WORKER));
  while (waiting.length > 0) {
    const more: Scope[] = [];
    for (const scope of waiting) {
      const count = await processSet(scope).catch((error: Error) => {
        // The next attempt waits for the run before it locks people.
        if (error instanceof RunIsAdvancing) more.push(scope);
        else log.warn({ reason: error.message, teamId: scope.team.id }, 'cannot start automations; trying again');
        return 0;
      });
      processed += count;
      if (count === TOGETHER) more.push(scope);
    }
    waiting = more;
  }
  return processed;
}

const processSet = (scope: Scope): Promise<number> =>
  transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const signals = await claim(scope);
    if (signals.length === 0) return 0;
    const listening = await readListening(scope, signals);
    // Before the people are locked: workers that advance runs lock in this order. A run that starts in between is due
    // anyway.
    await wakeRuns(scope, listening, signals);
    // Workers with signals of the same person start their runs one after another.
    await lockPeopleByKey(scope, [...new Set(signals.map(({ person }) => person))]);
    const started = new Set<string>();
    for (const automation of listening.filter(({ status }) => status === 'active')) {
      const candidates = await candidatesOf(scope, automation, signals);
      if ((await startRuns(scope, automation, candidates)).size > 0) started.add(automation.id);
    }
    if (started.size > 0) {
      await scope.publish(
        ...[...started].map((id) => ({ topic: 'automation.progressed' as const, teamId: scope.team.id, id })),
      );
    }
    return signals.length;
  });

async function claim({ db, team }: Scope): Promise<Signal[]> {
  const claimed = await run<Signal>(
    db,
    sql`with claimed as materialized (
          select id from automation_signals where team_id = ${team.id}::int order by id limit ${TOGETHER} for update skip locked
        )
        delete from automation_signals s using claimed where s.team_id = ${team.id}::int and s.id = claimed.id
        returning s.id::text, s.person_key::text as person, s.kind, s.ref, s.detail, s.event_id::text as "eventId", s.imported, s.at`,
  );
  // The machines of a cluster number them apart.
  return claimed.sort((a, b) => a.at.getTime() - b.at.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}
