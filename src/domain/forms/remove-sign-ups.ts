import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, WORKER } from '../../scope.ts';
import { removeRows } from '../remove-rows.ts';

const CHUNK = 1_000;

/**
 * Sign-ups that created no subscriber, and those whose form was deleted while they were queued. A form token is valid for a
 * day: until then it must stay marked as used.
 */
const isOver = sql`subscriber_id is null and (taken_at < now() - interval '1 day' or (taken_at is null and created_at < now() - interval '1 day'))`;

/** Removes sign-ups without a subscriber, and returns how many. Safe to repeat. */
export const removeOldSignUps = (db: Database): Promise<number> =>
  removeRows(db, { table: 'sign_ups', which: isOver, chunk: CHUNK });

const LEFT = sql`sign_ups s
        join forms f on f.team_id = s.team_id and f.id = s.form_id
        where s.taken_at is null and s.created_at < now() - interval '10 seconds'`;

/** Queued sign-ups without a job. */
export const LEFT_SIGN_UPS: Sql = sql`select from ${LEFT}`;

/** Reschedules sign-ups whose job died with its worker. Returns the number of teams. */
export async function resumeSignUps(db: Database): Promise<number> {
  const teams = await run<{ id: number }>(db, sql`select distinct s.team_id as id from ${LEFT}`);
  for (const { id } of teams) {
    await createScope(db, { id }, WORKER).enqueue('take-sign-ups', {}, { key: 'again' });
  }
  return teams.length;
}
