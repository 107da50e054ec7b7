import { type Database, run, sql } from '../../database/connect.ts';
import type { Role, Scope } from '../../scope.ts';
import { isOwnTeamOnly } from './own-team-only.ts';
import { userOfMember } from './users.ts';

/** A team that a user is a member of. */
export interface Membership {
  teamId: number;
  memberId: string;
  role: Role;
  /** As the API shows the team. */
  team: string;
  teamName: string;
}

/** What a user is a member of: the team that they were in last comes first. Suspended teams are left out. */
export const membershipsOf = (db: Database, userId: string): Promise<Membership[]> =>
  run<Membership>(
    db,
    sql`select m.team_id as "teamId", m.id::text as "memberId", m.role::text as role, t.public_id::text as team, t.name as "teamName"
        from members m join teams t on t.id = m.team_id
        where m.user_id = ${userId}::uuid and t.status = 'active'
        order by (select max(s.last_used_at) from sessions s where s.team_id = m.team_id and s.member_id = m.id) desc nulls last,
          m.team_id`,
  );

/** Those of the member who asks, as far as their session reaches. */
export async function listMemberships({ db, team, actor }: Scope): Promise<Membership[]> {
  const all = await membershipsOf(db, (await userOfMember(db, team.id, actor.memberId!)).id);
  return isOwnTeamOnly(actor) ? all.filter(({ teamId }) => teamId === team.id) : all;
}
