import { type Sql, sql } from '../../database/connect.ts';
import type { Feedback, Touch } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
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
