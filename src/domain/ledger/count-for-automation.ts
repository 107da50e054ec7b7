import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { randomShard } from './count-for-campaigns.ts';

/** An addition to a figure of an automation's report. */
export interface AutomationFigure {
  /** Empty: the automation itself. */
  step: string;
  what: string;
  /** Why a run ended. Empty: not applicable. */
  detail: string;
  count: number;
}

const COLUMNS = { step: 'text', what: 'text', detail: 'text', count: 'bigint' } as const;

/** Adds to figures of an automation in one statement, in key order, in the caller's transaction. */
export async function countForAutomation(
  { db, team }: Scope,
  automationId: string,
  figures: readonly AutomationFigure[],
): Promise<void> {
  if (figures.length === 0) return;
  await run(
    db,
    sql`insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
        select ${team.id}::int, ${automationId}::uuid, step, what, detail, ${randomShard()}::int, sum(count)
        from ${recordset('given', addedUp(figures), COLUMNS)} group by 3, 4, 5 order by 3, 4, 5
        on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count`,
  );
}

/** Sums equal figures. */
function addedUp(figures: readonly AutomationFigure[]): AutomationFigure[] {
  const sums = new Map<string, AutomationFigure>();
  for (const figure of figures) {
    const key = `${figure.step} ${figure.what} ${figure.detail}`;
    const known = sums.get(key);
    sums.set(key, known ? { ...known, count: known.count + figure.count } : figure);
  }
  return [...sums.values()];
}
