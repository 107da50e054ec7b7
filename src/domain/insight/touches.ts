import { type Database, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Feedback, Touch } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { removeOldRows } from '../platform/remove-old-rows.ts';
import { type Named, nameIn, nameOf, numbersOf } from './numbered-rows.ts';

export type NamedTouch = Named<Touch>;
export type NamedFeedback = Named<Feedback>;

/** Selects the opens and clicks of `owner`. */
export const touchesOf = ({ team }: Scope): Sql =>
  sql`select ${nameIn('touches', sql`id`)} as id, at from touches where team_id = ${team.id} and person_key = owner.key`;

/** Selects the bounces and complaints about `owner`. */
export const feedbackOf = ({ team }: Scope): Sql =>
  sql`select ${nameIn('feedback', sql`id`)} as id, at from feedback where team_id = ${team.id} and person_key = owner.key`;

/** Returns the opens and clicks among these ids, in at most one statement. */
export async function readTouches({ db, team }: Scope, ids: readonly string[]): Promise<NamedTouch[]> {
  const numbers = numbersOf('touches', ids);
  if (numbers.length === 0) return [];
  const where = { teamId: team.id, id: { in: numbers } };
  return (await db.touch.findMany({ where })).map((touch) => ({ ...touch, id: nameOf('touches', touch.id) }));
}

/** Returns the bounces and complaints among these ids, in at most one statement. */
export async function readFeedback({ db, team }: Scope, ids: readonly string[]): Promise<NamedFeedback[]> {
  const numbers = numbersOf('feedback', ids);
  if (numbers.length === 0) return [];
  const where = { teamId: team.id, id: { in: numbers } };
  return (await db.feedback.findMany({ where })).map((row) => ({ ...row, id: nameOf('feedback', row.id) }));
}

/**
 * Removes what people opened and clicked more than `days` days ago. The newest touch of each person stays: it says when they were
 * last engaged. Sales keep what they are credited to. Returns how many. Safe to repeat.
 */
export const removeOldTouches = (db: Database, days: number): Promise<number> =>
  removeOldRows(db, days, {
    table: 'touches',
    owner: 'person_key',
    remove: async ({ db }, _, deleting) => {
      // A trigger would look up when each person was last engaged, which has not changed.
      await run(db, sql`select set_config('tidings.aged', '1', true)`);
      return (await runOnce(db, sql`${deleting} returning 1`)).length;
    },
  });

/**
 * Removes bounces and complaints of more than `days` days ago. The newest hard bounce, soft bounce and complaint of each person
 * stay: rules and the lifting of bounces ask for them. Suppressions and figures are as they were. Returns how many. Safe to repeat.
 */
export const removeOldFeedback = (db: Database, days: number): Promise<number> =>
  removeOldRows(db, days, { table: 'feedback', owner: 'person_key', replaces: sql`n.kind = t.kind` });
