import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { refuseOwnTeamOnly } from './own-team-only.ts';

/** A passkey of the calling member. */
export interface Passkey {
  id: string;
  name: string;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** All passkeys of the calling member, the newest first. */
export const listPasskeys = ({ db, team, actor }: Scope): Promise<Passkey[]> =>
  run<Passkey>(
    db,
    sql`select p.id::text, p.name, p.last_used_at as "lastUsedAt", p.created_at as "createdAt"
        from members me join passkeys p on p.user_id = me.user_id
        where me.team_id = ${team.id} and me.id = ${actor.memberId ?? null}::uuid order by p.id desc`,
  );

/** A passkey and its user. */
export interface OfUser {
  id: string;
  userId: string;
  name: string;
}

/**
 * Removes a passkey of the calling member, who can no longer sign in with it. Returns it with its user. Throws
 * ForbiddenError, NotFoundError.
 */
export async function removePasskey({ db, team, actor }: Scope, id: unknown): Promise<OfUser> {
  refuseOwnTeamOnly(actor);
  const [gone] = await run<OfUser>(
    db,
    sql`delete from passkeys p using members me
        where p.id = ${idOf(id)}::uuid and p.user_id = me.user_id
          and me.team_id = ${team.id} and me.id = ${actor.memberId ?? null}::uuid
        returning p.id::text, p.user_id::text as "userId", p.name`,
  );
  return found(gone);
}
