import { run, type Sql, sql } from '../../database/connect.ts';
import { arraysOf } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { randomShard } from './count-for-campaigns.ts';

/** An addition to a figure of the automation step that wrote a mail. Other mails are ignored. */
export interface StepFigure {
  /** The mail's id. */
  mail: string;
  /** As in `campaign_counts`. */
  what: string;
  /** The currency. Empty: not applicable. */
  detail?: string;
  count?: number;
}

const COLUMNS = { mail: 'uuid', what: 'text', detail: 'text', count: 'bigint' } as const;

/** Adds to figures of the steps that wrote the mails, in one statement, in the caller's transaction. */
export async function countForSteps(
  { db, team }: Pick<Scope, 'db' | 'team'>,
  figures: readonly StepFigure[],
): Promise<void> {
  if (figures.length === 0) return;
  const rows = figures.map(({ mail, what, detail = '', count = 1 }) => ({ mail, what, detail, count }));
  await run(db, sql`select count_for_steps(${team.id}::int, ${arraysOf(rows, COLUMNS)}, ${randomShard()}::int)::text`);
}

/**
 * Further parts of a statement of one team that add `of_steps` (automation_id, automation_step, what, detail, count) to the
 * figures of the steps, in key order. Skips automations that are deleted meanwhile.
 */
export const countedForSteps = (
  teamId: Sql,
  holder = randomShard(),
): Sql => sql`, automations_of_steps as materialized (
    select id from automations where team_id = ${teamId} and id = any(array(select automation_id from of_steps)) order by id for key share
  ), counted_for_steps as (
    insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
    select ${teamId}, automation_id, automation_step, what, detail, ${holder}::int, sum(count) from of_steps
    where automation_id in (select id from automations_of_steps)
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count
  )`;
