import { databaseNow } from '../../database/clock.ts';
import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { enqueue } from '../../database/enqueue.ts';
import { createScope, type Scope, transaction } from '../../scope.ts';
import type { Language } from '../../validation/language.ts';
import { type Accepted, acceptInvitation } from '../members/invitation-links.ts';
import { type OfUser, removePasskey } from '../members/passkeys.ts';
import { beginSession, endSession, type OfMember, revokeSession } from '../members/sessions.ts';
import { NO_TEAM } from '../members/sign-ins.ts';
import type { User } from '../members/users.ts';
import { type NewPasskey, storePasskey } from '../members/verify-passkeys.ts';
import type { Action } from './actions.ts';
import { type Origin, recordAction } from './record-action.ts';

/** How a session began. `switch`: from the session of another team of the same user. */
export type Way = 'invitation' | 'link' | 'oidc' | 'passkey' | 'switch';

interface Beginning {
  teamId: number;
  memberId: string;
  way: Way;
  /** The browser's user agent. */
  browser: string | undefined;
  /** Seconds after which the session ends if it is not used. */
  idleSeconds: number;
  /** The language that it requests. */
  language: Language;
  /** The secret of its previous session. */
  before: string | undefined;
}

/**
 * Starts a session that replaces the browser's previous one, and records both, each in its team. Returns the secret, for
 * the cookie only.
 */
export const beginRecordedSession = (db: Database, { before, way, ...beginning }: Beginning, from: Origin) =>
  inTransaction(db, async (db) => {
    if (before !== undefined) await endRecordedSession(db, before, from);
    const { id, secret } = await beginSession(db, { ...beginning, ownTeamOnly: way === 'invitation' });
    await record(db, { ...beginning, id }, `session.begun_by_${way}`, from);
    return secret;
  });

/** Ends the session with this secret, if there is one, and records it. */
export const endRecordedSession = (db: Database, secret: string, from: Origin): Promise<void> =>
  inTransaction(db, async (db) => {
    const ended = await endSession(db, secret);
    if (ended) await record(db, ended, 'session.ended', from);
  });

/** Ends a session of the calling member, and records it in the session's team. Throws NotFoundError. */
export const revokeRecordedSession = (scope: Scope, id: unknown, from: Origin): Promise<OfMember> =>
  transaction(scope, async (scope) => {
    const ended = await revokeSession(scope, id);
    await record(scope.db, ended, 'session.ended', from);
    return ended;
  });

/** Accepts an invitation (see acceptInvitation), and records it. */
export const acceptRecordedInvitation = (
  db: Database,
  secret: string,
  form: Parameters<typeof acceptInvitation>[2],
  from: Origin,
): Promise<Accepted | undefined> =>
  inTransaction(db, async (db) => {
    const accepted = await acceptInvitation(db, secret, form);
    if (accepted) await record(db, { ...accepted, id: accepted.memberId }, 'member.invitation_accepted', from);
    return accepted;
  });

/** Stores a passkey of a user, records it in every team that it gives access to, and notifies the user by e-mail. */
export const storeRecordedPasskey = (db: Database, user: User, passkey: NewPasskey, from: Origin): Promise<void> =>
  inTransaction(db, async (db) => {
    await recordPasskey(db, await storePasskey(db, user, passkey), 'added', from);
  });

/**
 * Removes a passkey of the calling member, records it in every team that it gave access to, and notifies the member by
 * e-mail. Throws NotFoundError.
 */
export const removeRecordedPasskey = (scope: Scope, id: unknown, from: Origin): Promise<{ id: string }> =>
  transaction(scope, async (scope) => {
    const removed = await removePasskey(scope, id);
    await recordPasskey(scope.db, removed, 'removed', from);
    return removed;
  });

/** Records a member's action on their own account, in their team. */
const record = (db: Database, { teamId, memberId, id }: OfMember, action: Action, from: Origin): Promise<void> =>
  recordAction(
    createScope(db, { id: teamId }, { kind: 'member', memberId, ability: 'write' }),
    { action, id, fields: [] },
    from,
  );

async function recordPasskey(
  db: Database,
  { id, userId, name }: OfUser,
  change: 'added' | 'removed',
  from: Origin,
): Promise<void> {
  await recordInAllTeams(db, userId, { id, action: `passkey.${change}` }, from);
  const at = databaseNow(db).getTime();
  await enqueue(db, 'mail-passkey-change', { teamId: NO_TEAM, userId, change, name, at, address: from.address ?? '—' });
}

/** One statement for each team: they may be on several machines, and a user has a handful of teams. */
async function recordInAllTeams(
  db: Database,
  userId: string,
  { id, action }: { id: string; action: Action },
  from: Origin,
): Promise<void> {
  const teams = await run<Omit<OfMember, 'id'>>(
    db,
    sql`select team_id as "teamId", id::text as "memberId" from members where user_id = ${userId}::uuid order by team_id`,
  );
  for (const member of teams) await record(db, { ...member, id }, action, from);
}
