import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/connect.ts';
import type { Log } from '../../../log.ts';
import type { LoggedCall, Outcome } from './logged-call.ts';
import { removeOldCalls } from './remove-calls.ts';
import { storeCalls } from './store-calls.ts';

const EVERY_MS = 1_000;

/** How long a process that stops waits for its last calls to be written. */
const LAST_MS = 1_000;

/** The calls of a team that a process logs in a second, and twice as many if they fail. */
const MOST_OF_TEAM = 250;

/** The calls of all teams that a process logs in a second. */
const MOST = 2_000;

/** A team's calls are removed after so many new ones. */
const REMOVE_AFTER = 100;

/**
 * Logs calls with tokens for their teams. A call only adds to a list in memory, which is written once a second: a process that is killed
 * loses the last second. What does not fit, or cannot be written, is dropped, so that no call ever waits for the log.
 */
export class RequestLog {
  readonly #db: Database;
  readonly #log: Log;
  #waiting: LoggedCall[] = [];
  /** The waiting calls of each team. */
  #ofTeams = new Map<number, number>();
  /** Calls of each team since old ones were last removed. */
  readonly #added = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Whether there is room for a call of a team in this second. */
  takes(teamId: number, outcome: Outcome): boolean {
    const most = outcome === 'succeeded' ? MOST_OF_TEAM : 2 * MOST_OF_TEAM;
    return (this.#ofTeams.get(teamId) ?? 0) < most && this.#waiting.length < MOST;
  }

  add(call: LoggedCall): void {
    this.#ofTeams.set(call.teamId, (this.#ofTeams.get(call.teamId) ?? 0) + 1);
    this.#waiting.push(call);
    this.#timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
  }

  /** Writes all waiting calls. Resolves when they can be read. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const calls = this.#waiting;
    this.#waiting = [];
    this.#ofTeams = new Map();
    this.#writing = this.#writing.then(() => this.#write(calls));
    return this.#writing;
  }

  /** Writes the last calls, unless the database does not answer. */
  async close(): Promise<void> {
    await Promise.race([this.flush(), sleep(LAST_MS, undefined, { ref: false })]);
  }

  async #write(calls: LoggedCall[]): Promise<void> {
    if (calls.length === 0) return;
    try {
      await storeCalls(this.#db, calls);
      for (const { teamId } of calls) this.#added.set(teamId, (this.#added.get(teamId) ?? 0) + 1);
      for (const [teamId, added] of this.#added) {
        if (added < REMOVE_AFTER) continue;
        this.#added.delete(teamId);
        await removeOldCalls(this.#db, teamId);
      }
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message, calls: calls.length }, 'cannot write the request log');
    }
  }
}
