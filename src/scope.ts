import { databaseNow } from './database/clock.ts';
import { type Database, inTransaction } from './database/connect.ts';
import { enqueue } from './database/enqueue.ts';
import { type Notice, notify } from './live/pubsub.ts';

export interface ActingTeam {
  /** The internal integer key. Never shown. */
  id: number;
}

/** What a member of a team may do: a viewer reads, an editor writes, an owner also manages the members. */
export type Role = 'owner' | 'editor' | 'viewer';

/**
 * Who makes the request. `member` is a signed-in person of the team, `worker` is background work, `person` is a recipient who
 * opened a link in an e-mail.
 */
export interface Actor {
  kind: 'token' | 'member' | 'worker' | 'person';
  /** Of a `token`. */
  tokenId?: string;
  /** Of a `member`: the id of the membership, as the API shows it. */
  memberId?: string;
  /** Of a `token`: the member who created it or took it over. Absent: the operator. */
  createdBy?: string;
  /** Of a `member`; of a `token`, the role of its maker. */
  role?: Role;
  /** Of a `member` whose session began by an invitation alone: they have not signed in to their other teams. */
  ownTeamOnly?: boolean;
  ability: 'read' | 'write';
}

/** The background jobs by name, with their payloads besides the team. */
export interface Jobs {
  /** Imports the next chunk of rows. */
  'run-import': { importId: string };
  /** Changes the next people of a bulk update. */
  'run-bulk-update': { bulkUpdate: string };
  /** Removes a deleted tag (by its internal key) from the subscribers after `after`. */
  'strip-tag': { tag: number; after: { person: string; subscriber: string } };
  /** Replaces a tag (by its internal key) on the subscribers after `after` by another. */
  'merge-tags': { tag: number; by: number; after: { person: string; subscriber: string } };
  /** Converts or removes the values of a contact field, from its last position. */
  'change-field': { change: number };
  /** Makes messages due now that need not wait any longer. */
  'make-due': { waited: Waited };
  /** Puts the messages of due campaigns into the ledger. */
  'enqueue-campaigns': Record<never, never>;
  /** Sends the winning variant to the rest. */
  'send-rest': { campaignId: string };
  /** Deletes events past the team's retention, from the given position. */
  'remove-events': { from: { month?: string; after?: { team: number; id: string } } };
  /** Deletes messages of campaigns that ended before the team's retention. */
  'remove-messages': Record<never, never>;
  /** Deletes messages of a campaign that is being deleted, and at the end the campaign. */
  'delete-campaign': { campaignId: string };
  /** Deletes runs of an automation that was deleted, and at the end the automation. */
  'delete-automation': { automationId: string };
  /** Processes the team's queued sign-ups. */
  'take-sign-ups': Record<never, never>;
  /** Ends the runs of an archived automation. */
  'end-runs': { automationId: string };
  /** Sends a sign-in link, if the address has an account. Without a team. */
  'mail-sign-in-link': { signInId: string };
  /** Informs a user of a change to their passkeys. Without a team. */
  'mail-passkey-change': { userId: string; change: 'added' | 'removed'; name: string; at: number; address: string };
  /** Sends an invitation link. */
  'mail-invitation': { invitationId: string };
}

export type JobName = keyof Jobs;

export interface JobOptions {
  /** Waiting jobs with the same key are merged into one. */
  key?: string;
  /** Earliest start, in seconds from now. */
  afterSeconds?: number;
}

/** The reason why messages waited: a transport's limits, or a pause until a time (`domain` null: of the whole transport). */
export type Waited = { limitsOf: string } | { until: string; domain: string | null };

/** Background work on behalf of a team. */
export const WORKER: Actor = { kind: 'worker', ability: 'write' };

/** A recipient who opened a signed link. */
export const PERSON: Actor = { kind: 'person', ability: 'write' };

/** The surroundings of domain code: the database, the team, the actor, the clock, notices and jobs. */
export interface Scope {
  db: Database;
  team: ActingTeam;
  actor: Actor;
  /** The time by the database's clock, not this process's. */
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
