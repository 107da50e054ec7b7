import { type Database, inTransaction } from './database/connect.ts';
import { type Notice, notify } from './pubsub.ts';

export interface ActingTeam {
  /** The small key inside. Never shown. */
  id: number;
}

/** Who asks. `worker` is our own background work. */
export interface Actor {
  kind: 'token' | 'worker';
  tokenId?: string;
  ability: 'read' | 'write';
}

/** All that domain code may see. */
export interface Scope {
  db: Database;
  team: ActingTeam;
  actor: Actor;
  now(): Date;
  /** Tells every process of the installation; held back until the transaction commits. */
  publish(...notices: Notice[]): Promise<void>;
}

/** The limit for statements over all subscribers of a team: half a million rows take about a minute. */
export const LONG_MS = 600_000;

/**
 * The same scope in one transaction: what `work` does through it commits together, notices included.
 * `limit`: milliseconds, for work on more rows than the usual half minute is enough for.
 */
export function transaction<Result>(
  scope: Scope,
  work: (scope: Scope) => Promise<Result>,
  limit?: number,
): Promise<Result> {
  return inTransaction(scope.db, (db) => work(createScope(db, scope.team, scope.actor)), limit);
}

export function createScope(db: Database, team: ActingTeam, actor: Actor): Scope {
  return { db, team, actor, now: () => new Date(), publish: (...notices) => notify(db, ...notices) };
}
