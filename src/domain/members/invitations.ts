import { type Database, run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Role, type Scope, transaction } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { found, idOf } from '../found.ts';
import { announceChange } from '../live-changes.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { countInvitation } from './invitation-counts.ts';
import { ROLES } from './members.ts';

/** How long an invitation can be accepted, in seconds. */
export const INVITATION_SECONDS = 7 * 24 * 60 * 60;

/** A pending invitation to become a member. */
export interface Invitation {
  id: string;
  email: string | null;
  role: Role;
  invitedBy: string | null;
  expiresAt: Date;
  createdAt: Date;
}

export const invitationInput = record({ email: emailAddress(), role: oneOf(ROLES) });

/**
 * Invites an address by a mail with a link. A repeated invitation sends a new link, and the old one is void. Returns the
 * invitation. Throws ValidationError, including for a member, and beyond the limits of invitations.
 */
export function inviteMember(scope: Scope, input: unknown): Promise<Invitation> {
  const { email, role } = parse(invitationInput, input);
  return transaction(scope, async (scope) => {
    if (await isMember(scope, email))
      throw new ValidationError([{ path: ['email'], problem: 'already belongs to a member.' }]);
    await countInvitation(scope, email);
    const id = await storeInvitation(scope, email, role);
    await scope.enqueue('mail-invitation', { invitationId: id });
    await announceChange(scope, 'invitation', id);
    return readInvitation(scope, id);
  });
}

/** Stores an invitation without a link, replacing an older one to the address. Returns its id. */
export async function storeInvitation({ db, team, actor }: Scope, email: string | null, role: Role): Promise<string> {
  const [row] = await run<{ id: string }>(
    db,
    sql`insert into invitations as i (team_id, id, email, role, invited_by, expires_at)
        values (${team.id}, ${newId()}::uuid, ${email}, ${role}::text::"Role", ${actor.memberId ?? null}::uuid,
          now() + make_interval(secs => ${INVITATION_SECONDS}))
        on conflict (team_id, email) do update set role = excluded.role, hash = null, invited_by = excluded.invited_by,
          expires_at = excluded.expires_at
        returning id::text`,
  );
  return (row as { id: string }).id;
}

async function isMember({ db, team }: Scope, email: string): Promise<boolean> {
  const rows = await run(
    db,
    sql`select 1 from members m join users u on u.id = m.user_id where m.team_id = ${team.id} and u.email = ${email}`,
  );
  return rows.length > 0;
}

/** The invitation with this id. Throws NotFoundError. */
const readInvitation = async (scope: Scope, id: string): Promise<Invitation> =>
  found((await readInvitations(scope, [id]))[0]);

/** The invitations with these ids, in no order. */
export const readInvitations = ({ db, team }: Scope, ids: readonly string[]): Promise<Invitation[]> =>
  db.invitation.findMany({ where: { teamId: team.id, id: { in: [...ids] } } });

/** A page of the team's open invitations, newest first. */
export function listInvitations(scope: Scope, request: PageRequest): Promise<Page<Invitation>> {
  const where = { teamId: scope.team.id };
  return readPage<Invitation>(request, {
    find: (args) => scope.db.invitation.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.invitation.count({ where }),
  });
}

/** Revokes an invitation: its link is void. Returns its id. Throws NotFoundError. */
export async function withdrawInvitation(scope: Scope, id: unknown): Promise<{ id: string }> {
  const [gone] = await run<{ id: string }>(
    scope.db,
    sql`delete from invitations where team_id = ${scope.team.id} and id = ${idOf(id)}::uuid returning id::text`,
  );
  await announceChange(scope, 'invitation', found(gone).id);
  return found(gone);
}

/** Removes invitations that expired long ago. */
export const removeOldInvitations = (db: Database): Promise<unknown[]> =>
  run(db, sql`delete from invitations where expires_at < now() - interval '7 days'`);
