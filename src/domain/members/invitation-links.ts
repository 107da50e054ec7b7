import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { notify } from '../../live/pubsub.ts';
import { createScope, type Role, WORKER } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { isSignInSecret, newSignInSecret } from '../platform/sign-in-secrets.ts';
import { hashOf } from '../platform/tokens.ts';
import { invitationInput, storeInvitation } from './invitations.ts';
import { type User, userOf } from './users.ts';

/** An invitation as its link shows it. */
export interface OpenInvitation {
  /** Null: the visitor enters their own address. */
  email: string | null;
  role: Role;
  teamName: string;
}

/** An open invitation, and whether the visitor must sign in before accepting it. */
export interface FoundInvitation extends OpenInvitation {
  needsSignIn: boolean;
}

/**
 * The invitation is for an existing user, who is not signed in. The link alone gives no access to their account
 * (docs/adr/0157).
 */
export class SignInFirstError extends Error {}

/** The data of the mailed or printed link. */
export interface InvitationLink extends OpenInvitation {
  /** The language of the user with the address, else of the inviting user. Null: neither has signed in. */
  language: string | null;
  secret: string;
}

/**
 * Creates the secret of an invitation's link; an earlier one becomes void. The only copy is in the mail or the printed
 * link. Undefined if the invitation is gone.
 */
export async function makeInvitationLink(
  db: Database,
  teamId: number,
  id: string,
): Promise<InvitationLink | undefined> {
  const secret = newSignInSecret();
  const [row] = await run<Omit<InvitationLink, 'secret'>>(
    db,
    sql`with made as (
          update invitations i set hash = ${hashOf(secret)}
          where i.team_id = ${teamId} and i.id = ${id}::uuid and i.expires_at > now() returning i.team_id, i.email, i.role, i.invited_by
        )
        select made.email, made.role::text as role, t.name as "teamName",
          coalesce((select u.language from users u where u.email = made.email), (
            select u.language from members m join users u on u.id = m.user_id
            where m.team_id = made.team_id and m.id = made.invited_by)) as language
        from made join teams t on t.id = made.team_id`,
  );
  return row && { ...row, secret };
}

/**
 * Creates an invitation that the installation's operator passes on, and returns its secret. It may be for a member of the
 * team: the link lets them in again, for this team. Members of other teams must sign in first. Throws ValidationError.
 */
export function inviteByOperator(db: Database, teamId: number, input: unknown): Promise<string> {
  const { email, role } = parse(invitationInput, input);
  return printable(db, teamId, email, role);
}

/** Like `inviteByOperator`, for the owner of the very first team, whose address is not known yet. */
export const inviteFirstOwner = (db: Database, teamId: number): Promise<string> => printable(db, teamId, null, 'owner');

const printable = (db: Database, teamId: number, email: string | null, role: Role): Promise<string> =>
  inTransaction(db, async (db) => {
    const id = await storeInvitation(createScope(db, { id: teamId }, WORKER), email, role);
    const link = await makeInvitationLink(db, teamId, id);
    if (!link) throw new Error('the invitation that was just made is gone');
    return link.secret;
  });

/**
 * Whether the invitation `i` is for a user of an active team, who must sign in. The operator may let a member of the same
 * team in again, as the operator could read any link.
 */
const needsSignIn = sql`exists (
  select from users u join members m on m.user_id = u.id join teams other on other.id = m.team_id
  where u.email = i.email and other.status = 'active' and (i.invited_by is not null or m.team_id <> i.team_id))`;

/** The open invitation of a link; undefined if it is invalid, accepted, revoked or expired. Changes nothing. */
export async function findInvitation(db: Database, secret: string): Promise<FoundInvitation | undefined> {
  if (!isSignInSecret(secret)) return undefined;
  const [row] = await run<FoundInvitation>(
    db,
    sql`select i.email, i.role::text as role, t.name as "teamName", ${needsSignIn} as "needsSignIn" from invitations i join teams t on t.id = i.team_id
        where i.hash = ${hashOf(secret)} and i.expires_at > now() and t.status = 'active'`,
  );
  return row;
}

/** The person who accepted, and their new membership. */
export interface Accepted {
  user: User;
  teamId: number;
  memberId: string;
}

interface AcceptedInvitation {
  id: string;
  teamId: number;
  email: string | null;
  role: Role;
  invitedBy: string | null;
}

/**
 * Accepts an invitation, once: its address becomes a user's, and the user a member with its role. `email` (normalised) is
 * used if the invitation has none. A member keeps a higher role. Undefined if `findInvitation` finds none. `signedIn` is
 * the id of the user signed in in this browser. Throws SignInFirstError if the invitation's user must sign in, and
 * ConflictError if an entered address belongs to a user, as nobody has proved that it is theirs.
 */
export function acceptInvitation(
  db: Database,
  secret: string,
  form: { email?: string | undefined; name: string | null; signedIn?: string | undefined },
): Promise<Accepted | undefined> {
  if (!isSignInSecret(secret)) return Promise.resolve(undefined);
  return inTransaction(db, async (db) => {
    const [invitation] = await run<AcceptedInvitation>(
      db,
      sql`delete from invitations i using teams t
          where i.hash = ${hashOf(secret)} and i.expires_at > now() and t.id = i.team_id and t.status = 'active'
            and (i.email is not null or ${form.email !== undefined})
          returning i.id::text, i.team_id as "teamId", i.email, i.role::text as role, i.invited_by::text as "invitedBy"`,
    );
    if (!invitation) return undefined;
    const { teamId, role } = invitation;
    const email = invitation.email ?? (form.email as string);
    if (invitation.email === null) await refuseKnown(db, email);
    const user = await userOf(db, email, form.name); // locks the user, so that nobody joins another team meanwhile
    if (user.id !== form.signedIn) await refuseUser(db, user, invitation);
    const [member] = await run<{ id: string }>(
      db,
      sql`insert into members as m (team_id, id, user_id, role)
          values (${teamId}, ${newId()}::uuid, ${user.id}::uuid, ${role}::text::"Role")
          on conflict (team_id, user_id) do update set role = least(m.role, excluded.role) returning id::text`,
    );
    const { id: memberId } = member as { id: string };
    await notify(
      db,
      { topic: 'access.changed', teamId },
      { topic: 'row.changed', teamId, kind: 'member', ids: [memberId] },
      { topic: 'row.changed', teamId, kind: 'invitation', ids: [invitation.id] },
    );
    return { user, teamId, memberId };
  });
}

/** Throws SignInFirstError if the link alone must not let this user in. */
async function refuseUser(
  db: Database,
  { id }: User,
  { teamId, invitedBy }: { teamId: number; invitedBy: string | null },
): Promise<void> {
  const elsewhere = await run(
    db,
    sql`select 1 from members m join teams t on t.id = m.team_id
        where m.user_id = ${id}::uuid and t.status = 'active' and (${invitedBy !== null} or m.team_id <> ${teamId})`,
  );
  if (elsewhere.length > 0) throw new SignInFirstError();
}

async function refuseKnown(db: Database, email: string): Promise<void> {
  const known = await run(db, sql`select 1 from users where email = ${email}`);
  if (known.length > 0) throw new ConflictError('ACCOUNT_EXISTS', 'This address belongs to an existing user.');
}
