import { type Database, inTransaction } from './database/connect.ts';
import { enqueue } from './database/enqueue.ts';
import { type Notice, notify } from './live/pubsub.ts';

export interface ActingTeam {
  /** The small key inside. Never shown. */
  id: number;
}

/** Who asks. `worker` is our own background work, `person` whoever opens a link of an e-mail. */
export interface Actor {
  kind: 'token' | 'worker' | 'person';
  tokenId?: string;
  ability: 'read' | 'write';
}

/** What workers can be asked to do, by name, and what each job needs to know besides the team. */
export interface Jobs {
  /** Does the next chunk of an import. */
  'run-import': { importId: string };
  /** Takes a deleted tag, by its key inside, from the subscribers after this one. */
  'strip-tag': { tag: number; after: { person: string; subscriber: string } };
  /** Has those messages looked at again that waited for something which is over. */
  'make-due': { waited: Waited };
  /** Puts the messages of campaigns that are to be sent into the ledger. */
  'enqueue-campaigns': Record<never, never>;
}

export type JobName = keyof Jobs;

export interface JobOptions {
  /** Of waiting jobs with one key, one is left. */
  key?: string;
  /** Not before so many seconds. */
  afterSeconds?: number;
}

/** What messages waited for: the limits of a transport, or a pause of a domain (null: of the whole transport) up to a moment. */
export type Waited = { limitsOf: string } | { until: string; domain: string | null };

/** Our own background work, in the name of a team. */
export const WORKER: Actor = { kind: 'worker', ability: 'write' };

/** Somebody who was written to, by a signed link. */
export const PERSON: Actor = { kind: 'person', ability: 'write' };

/** All that domain code may see. */
export interface Scope {
  db: Database;
  team: ActingTeam;
  actor: Actor;
  now(): Date;
  /** Tells every process of the installation; held back until the transaction commits. */
  publish(...notices: Notice[]): Promise<void>;
  /** Asks a worker for something, once the transaction commits. */
  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: JobOptions): Promise<void>;
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
  return {
    db,
    team,
    actor,
    now: () => new Date(),
    publish: (...notices) => notify(db, ...notices),
    enqueue: (name, payload, options) => enqueue(db, name, { ...payload, teamId: team.id }, options),
  };
}
