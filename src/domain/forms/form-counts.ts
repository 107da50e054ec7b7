import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';

/** How often a form was shown and submitted, over all days. */
export interface FormFigures {
  views: number;
  signUps: number;
}

/**
 * Sign-ups divided by views, 1 at most: a form embedded on another site is submitted without a view. Null: it was never
 * shown.
 */
export const conversionRate = ({ views, signUps }: FormFigures): number | null =>
  views === 0 ? null : Math.min(1, signUps / views);

/** Adds to the counts of forms, as one set. Deleted forms are skipped. */
export async function addToCounts(
  { db, team }: Scope,
  counts: readonly { formId: string; views: number; signUps: number }[],
): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ formId, views, signUps }) => ({ form_id: formId, views, sign_ups: signUps }));
  await run(
    db,
    sql`insert into form_counts as c (team_id, form_id, day, views, sign_ups)
        select ${team.id}::int, f.id, (now() at time zone 'utc')::date, given.views, given.sign_ups
        from ${recordset('given', rows, { form_id: 'uuid', views: 'bigint', sign_ups: 'bigint' })}
        join forms f on f.team_id = ${team.id}::int and f.id = given.form_id
        order by f.id
        on conflict (team_id, form_id, day) do update set
          views = c.views + excluded.views, sign_ups = c.sign_ups + excluded.sign_ups`,
  );
}

/** Counts sign-ups of any number of forms, in the transaction that processes them. */
export function countSignUps(scope: Scope, signUps: readonly { formId: string }[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { formId } of signUps) counts.set(formId, (counts.get(formId) ?? 0) + 1);
  return addToCounts(
    scope,
    [...counts].map(([formId, count]) => ({ formId, views: 0, signUps: count })),
  );
}

/** The figures of forms by id, in one statement. */
export async function readFigures({ db, team }: Scope, formIds: readonly string[]): Promise<Map<string, FormFigures>> {
  const rows = await run<FormFigures & { id: string }>(
    db,
    sql`select form_id::text as id, sum(views)::int as views, sum(sign_ups)::int as "signUps" from form_counts
        where team_id = ${team.id} and form_id = any(${[...formIds]}::uuid[]) group by form_id`,
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
