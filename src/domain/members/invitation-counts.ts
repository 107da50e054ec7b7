import { type Database, run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { hashOf } from '../platform/tokens.ts';

/** Invitations of a team in 24 hours. */
const OF_TEAM = 50;
/** Invitations to an address in an hour: by one team, and by all teams. */
const TO_ADDRESS = 3;
const TO_ADDRESS_OF_ALL = 10;
/** The classes of the advisory locks of teams and of addresses. A transaction takes a team's first. */
const [TEAMS, ADDRESSES] = [0x69_6e_76_74, 0x69_6e_76_61];

/**
 * Counts an invitation, accepted or not: the installation must not send many e-mails to people who did not ask for them. Waits for other
 * invitations of the team and to the address. Throws ValidationError beyond a limit.
 */
export async function countInvitation({ db, team }: Scope, email: string): Promise<void> {
  const hash = hashOf(email);
  await run(db, sql`select pg_advisory_xact_lock(${TEAMS}::int, ${team.id}::int)`);
  await run(db, sql`select pg_advisory_xact_lock(${ADDRESSES}::int, hashtext(${email}))`);
  const [row] = await run<{ ofTeam: number; toAddress: number; ofAll: number }>(
    db,
    sql`select (select count(*)::int from invitation_counts where team_id = ${team.id} and created_at > now() - interval '1 day') as "ofTeam",
          count(*) filter (where team_id = ${team.id})::int as "toAddress", count(*)::int as "ofAll"
        from invitation_counts where email_hash = ${hash} and created_at > now() - interval '1 hour'`,
  );
  const { ofTeam, toAddress, ofAll } = row as { ofTeam: number; toAddress: number; ofAll: number };
  if (ofTeam >= OF_TEAM)
    refuse(`cannot be invited, because the team sent ${OF_TEAM} invitations in 24 hours. Try again later.`);
  if (toAddress >= TO_ADDRESS || ofAll >= TO_ADDRESS_OF_ALL) {
    refuse('cannot be invited again yet. This address got several invitations within an hour. Try again later.');
  }
  await run(
    db,
    sql`insert into invitation_counts (id, team_id, email_hash) values (${newId()}::uuid, ${team.id}, ${hash})`,
  );
}

function refuse(problem: string): never {
  throw new ValidationError([{ path: ['email'], problem }]);
}

/** Removes counts that are too old for any limit. */
export const removeOldInvitationCounts = (db: Database): Promise<unknown[]> =>
  run(db, sql`delete from invitation_counts where created_at < now() - interval '1 day'`);
