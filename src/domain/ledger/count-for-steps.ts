import { run, sql } from '../../database/connect.ts';
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
