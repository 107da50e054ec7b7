import { databaseNow } from './database/clock.ts';
import { type Database, inTransaction } from './database/connect.ts';
import { enqueue } from './database/enqueue.ts';
import { type Notice, notify } from './live/pubsub.ts';

export interface ActingTeam {
  /** The internal integer key. Never shown. */
  id: number;
}

/** What a member of a team may do: a viewer reads, an editor writes, an owner manages the members too. */
export type Role = 'owner' | 'editor' | 'viewer';

/**
 * Who makes the request. `member` is a person of the team who has signed in, `worker` is background work, `person` is
 * whoever opened a link in an e-mail.
 */
export interface Actor {
  kind: 'token' | 'member' | 'worker' | 'person';
  /** Of a `token`. */
  tokenId?: string;
  /** Of a `member`: the id of the membership, as the API shows it. */
  memberId?: string;
  /** Of a `token`: the member who made it, or whom it was handed over to. Absent: the operator's. */
  createdBy?: string;
  /** Of a `member`; of a `token` what its maker may. */
  role?: Role;
  /** Of a `member` whose session began by an invitation alone: they have not shown who they are to their other teams. */
  ownTeamOnly?: boolean;
  ability: 'read' | 'write';
}

/** The background jobs by name, and the payload of each besides the team. */
export interface Jobs {
  /** Imports the next chunk of rows. */
  'run-import': { importId: string };
  /** Removes a deleted tag (by its internal key) from the subscribers after `after`. */
  'strip-tag': { tag: number; after: { person: string; subscriber: string } };
  /** Gives the subscribers after `after` that have a tag (by its internal key) another in its place. */
  'merge-tags': { tag: number; by: number; after: { person: string; subscriber: string } };
  /** Converts or removes the values of a contact field, from where it was left. */
  'change-field': { change: number };
  /** Makes messages due now whose reason to wait is over. */
  'make-due': { waited: Waited };
  /** Puts the messages of due campaigns into the ledger. */
  'enqueue-campaigns': Record<never, never>;
  /** Sends the variant that won to all who wait for it. */
  'send-rest': { campaignId: string };
  /** Removes events that are older than the team keeps them, from where it stands. */
  'remove-events': { from: { month?: string; after?: { team: number; id: string } } };
  /** Removes the messages of campaigns that ended longer ago than the team keeps them. */
  'remove-messages': Record<never, never>;
  /** Deletes messages of a campaign that is being deleted, and at the end the campaign. */
  'delete-campaign': { campaignId: string };
  /** Deletes runs of an automation that was deleted, and at the end the automation. */
  'delete-automation': { automationId: string };
  /** Takes the sign-ups of the team that wait. */
  'take-sign-ups': Record<never, never>;
  /** Ends the runs of an archived automation. */
  'end-runs': { automationId: string };
  /** Mails the link of a sign-in, if somebody signs in with the address. Of no team. */
  'mail-sign-in-link': { signInId: string };
  /** Tells a user of a change to their passkeys. Of no team. */
  'mail-passkey-change': { userId: string; change: 'added' | 'removed'; name: string; at: number; address: string };
  /** Mails the link of an invitation. */
  'mail-invitation': { invitationId: string };
}

export type JobName = keyof Jobs;

export interface JobOptions {
  /** Waiting jobs with the same key are merged into one. */
  key?: string;
  /** Earliest start, in seconds from now. */
  afterSeconds?: number;
}

/** What messages waited for: a transport's limits, or a pause until a time (`domain` null: of the whole transport). */
export type Waited = { limitsOf: string } | { until: string; domain: string | null };

/** Background work on behalf of a team. */
export const WORKER: Actor = { kind: 'worker', ability: 'write' };

/** A recipient who opened a signed link. */
export const PERSON: Actor = { kind: 'person', ability: 'write' };

/** Everything that domain code gets from outside: the database, the team, the actor, the clock, notices and jobs. */
export interface Scope {
  db: Database;
  team: ActingTeam;
  actor: Actor;
  /** The time by the database's clock, whatever that of this process says. */
  now(): Date;
  /** Notifies every process of the installation once the transaction commits. */
  publish(...notices: Notice[]): Promise<void>;
  /** Enqueues a job, which a worker takes once the transaction commits. */
  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: JobOptions): Promise<void>;
}

/** Time limit for transactions over all subscribers of a team: half a million rows take about a minute. */
export const LONG_MS = 600_000;

/**
 * Runs `work` in one transaction: its changes, notices and jobs commit together. `limit` is in milliseconds; the
 * default of 30 seconds is too short for work on very many rows.
 */
export function transaction<Result>(
  scope: Scope,
  work: (scope: Scope) => Promise<Result>,
  limit?: number,
): Promise<Result> {
  return inTransaction(
    scope.db,
    async (db) => {
      const notices: Notice[] = [];
      const within = createScope(db, scope.team, scope.actor);
      const publish = async (...more: Notice[]) => void notices.push(...more);
      const result = await work({ ...within, publish });
      if (notices.length > 0) await notify(db, ...notices); // together, because each statement is a round trip
      return result;
    },
    limit,
  );
}

export function createScope(db: Database, team: ActingTeam, actor: Actor): Scope {
  return {
    db,
    team,
    actor,
    now: () => databaseNow(db),
    publish: (...notices) => notify(db, ...notices),
    enqueue: (name, payload, options) => enqueue(db, name, { ...payload, teamId: team.id }, options),
  };
}
