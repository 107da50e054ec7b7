import { type Database, run, sql } from '../../database/connect.ts';
import type { Role, Scope } from '../../scope.ts';
import { isOwnTeamOnly } from './own-team-only.ts';
import { userOfMember } from './users.ts';

/** A team of a user. */
export interface Membership {
  teamId: number;
  memberId: string;
  role: Role;
  /** The team's id in the API. */
  team: string;
  teamName: string;
}

/** The memberships of a user, the last visited team first. Leaves out suspended teams. */
export const membershipsOf = (db: Database, userId: string): Promise<Membership[]> =>
  run<Membership>(
    db,
    sql`select m.team_id as "teamId", m.id::text as "memberId", m.role::text as role, t.public_id::text as team, t.name as "teamName"
        from members m join teams t on t.id = m.team_id
        where m.user_id = ${userId}::uuid and t.status = 'active'
        order by (select max(s.last_used_at) from sessions s where s.team_id = m.team_id and s.member_id = m.id) desc nulls last,
          m.team_id`,
  );

/** The memberships of the calling member, as far as their session gives access. */
export async function listMemberships({ db, team, actor }: Scope): Promise<Membership[]> {
  const all = await membershipsOf(db, (await userOfMember(db, team.id, actor.memberId!)).id);
  return isOwnTeamOnly(actor) ? all.filter(({ teamId }) => teamId === team.id) : all;
}
