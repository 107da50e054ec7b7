import { type Database, run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';

export interface OwnerAddress {
  email: string;
  /** Null until they sign in. */
  language: string | null;
}

/** The addresses of the owners of a team, the oldest membership first. */
export const readOwnerAddresses = (db: Database, teamId: number): Promise<OwnerAddress[]> =>
  run<OwnerAddress>(
    db,
    sql`select u.email, u.language from members m join users u on u.id = m.user_id
        where m.team_id = ${teamId}::int and m.role = 'owner' order by m.id`,
  );

/**
 * Locks the owners of a team, in the caller's transaction, and throws ConflictError if `memberId` is the only one: a team
 * always has somebody who can manage its members. Owners who leave at the same time wait for each other.
 */
export async function keepAnOwner(db: Database, teamId: number, memberId: string): Promise<void> {
  const owners = await run<{ id: string }>(
    db,
    sql`select id::text from members where team_id = ${teamId} and role = 'owner' order by id for update`,
  );
  if (owners.length === 1 && owners[0]?.id === memberId) {
    throw new ConflictError(
      'LAST_OWNER',
      'The last owner of a team cannot be removed or get another role. Make someone else an owner first.',
    );
  }
}
