import { type Database, run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { found } from '../found.ts';

/** A person who can sign in. */
export interface User {
  id: string;
  email: string;
  name: string | null;
}

/** The user with this normalised address, created if missing. An existing name is kept. */
export async function userOf(db: Database, email: string, name: string | null = null): Promise<User> {
  const [user] = await run<User>(
    db,
    sql`insert into users as u (id, email, name) values (${newId()}::uuid, ${email}, ${name})
        on conflict (email) do update set name = coalesce(u.name, excluded.name)
        returning id::text, email, name`,
  );
  return user as User;
}

/** The user behind a membership. Throws NotFoundError. */
export async function userOfMember(db: Database, teamId: number, memberId: string): Promise<User> {
  const [user] = await run<User>(
    db,
    sql`select u.id::text, u.email, u.name from members m join users u on u.id = m.user_id
        where m.team_id = ${teamId} and m.id = ${memberId}::uuid`,
  );
  return found(user);
}

/** The user with this normalised address, if there is one. */
export const findUser = (db: Database, email: string): Promise<User | null> => db.user.findUnique({ where: { email } });
