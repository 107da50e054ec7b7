import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { anyHolder } from '../ledger/count-for-campaigns.ts';

/** An addition to a figure of an automation (docs/adr/0060). */
export interface RunCount {
  automation: string;
  /** Empty: of the automation. */
  step: string;
  what: string;
  /** Why a run was ended. Empty: the figure has none. */
  detail: string;
  count: number;
}

/** Adds to figures of automations, in one statement, in the order of their keys. */
export async function countRuns({ db, team }: Scope, counts: readonly RunCount[], holder = anyHolder()): Promise<void> {
  if (counts.length === 0) return;
  await run(
    db,
    sql`insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
        select ${team.id}, automation, step, what, detail, ${holder}::int, sum(count)
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          as given(automation uuid, step text, what text, detail text, count bigint)
        group by 2, 3, 4, 5 order by 2, 3, 4, 5
        on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count`,
  );
}
