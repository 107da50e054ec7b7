import { type Database, run, sql } from '../../database/connect.ts';
import { createScope, WORKER } from '../../scope.ts';

const CHUNK = 1_000;

/** Sign-ups of which nothing came, and those whose form was deleted while they waited. A pass is good for a day: until then it stays used. */
const isOver = sql`subscriber_id is null and (taken_at < now() - interval '1 day' or (taken_at is null and created_at < now() - interval '1 day'))`;

/** Removes sign-ups that belong to nobody, and returns how many. Safe to repeat. */
export async function removeOldSignUps(db: Database): Promise<number> {
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from sign_ups where ${isOver}`);
  let removed = 0;
  for (const { id } of teams) {
    for (let more = CHUNK; more === CHUNK; removed += more) more = await removeChunk(id);
  }
  return removed;

  async function removeChunk(team: number): Promise<number> {
    const gone = await run(
      db,
      sql`with chunk as materialized (
            select id from sign_ups where team_id = ${team}::int and ${isOver} order by id limit ${CHUNK} for update skip locked
          )
          delete from sign_ups s using chunk where s.team_id = ${team}::int and s.id = chunk.id returning 1`,
    );
    return gone.length;
  }
}

/** Looks for sign-ups whose job died with its worker, and has them taken. Returns of how many teams. */
export async function resumeSignUps(db: Database): Promise<number> {
  const teams = await run<{ id: number }>(
    db,
    sql`select distinct s.team_id as id from sign_ups s
        join forms f on f.team_id = s.team_id and f.id = s.form_id
        where s.taken_at is null and s.created_at < now() - interval '10 seconds'`,
  );
  for (const { id } of teams) {
    await createScope(db, { id }, WORKER).enqueue('take-sign-ups', {}, { key: 'again' });
  }
  return teams.length;
}
