import { type Database, isShared, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';

/** The first key of the advisory locks for counting; the second is the team. */
export const COUNTING = 7_218_448;

/** Sets of reactions that `count_reactions` counts at once. */
const SETS = 100;

/**
 * Counts recorded but uncounted opens and clicks (docs/adr/0112): first events of campaign messages, and the campaigns'
 * figures. Call it before reading figures, so that they include everything answered so far. Does nothing in a caller's
 * transaction, because others would wait for its locks. Parallel processes may run this.
 */
export async function countReactions(scope: Scope): Promise<void> {
  if (!isShared(scope.db)) return;
  if (!(await isAnyLeft(scope))) return;
  let counted: number;
  do {
    counted = await transaction(scope, async (scope) => {
      await withoutErasing(scope);
      return countSome(scope);
    });
  } while (counted === SETS);
}

/** Like `countReactions`, in the caller's transaction, which holds an erasure lock. Nobody else counts until it ends. */
export async function countReactionsHere(scope: Scope): Promise<void> {
  while ((await countSome(scope)) === SETS);
}

/** Opens and clicks that are not counted yet. */
export const UNCOUNTED_REACTIONS: Sql = sql`select from uncounted_reactions`;

/** Counts the reactions left by processes that died. Returns the number of teams concerned. */
export async function countLeftReactions(db: Database): Promise<number> {
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from uncounted_reactions`);
  for (const team of teams) await countReactions(createScope(db, team, WORKER));
  return teams.length;
}

async function isAnyLeft({ db, team }: Scope): Promise<boolean> {
  const [row] = await run<{ left: boolean }>(
    db,
    sql`select exists (select from uncounted_reactions where team_id = ${team.id}::int) as left`,
  );
  return row!.left;
}

/** One at a time for each team, so that the second sees the counts of the first. Returns the number of sets. */
async function countSome({ db, team }: Scope): Promise<number> {
  await run(db, sql`select pg_advisory_xact_lock(${COUNTING}::int, ${team.id}::int)::text`);
  const [row] = await run<{ sets: number }>(db, sql`select count_reactions(${team.id}::int) as sets`);
  return row!.sets;
}
