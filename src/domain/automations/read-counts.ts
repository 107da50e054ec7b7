import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** The runs of an automation, by state. */
export interface AutomationCounts {
  active: number;
  completed: number;
  exited: number;
  failed: number;
}

/** How many runs reached a step and left it, and how. */
export interface StepCounts {
  step: string;
  entered: number;
  waiting: number;
  done: number;
  skipped: number;
  failed: number;
}

interface Sum {
  id: string;
  step: string;
  what: string;
  count: number;
}

/** The counts of automations, in the order of their ids. */
export async function readCounts(scope: Scope, ids: readonly string[]): Promise<AutomationCounts[]> {
  const sums = await readSums(scope, ids, '=');
  return ids.map((id) => {
    const of = figuresIn(sums.filter((sum) => sum.id === id));
    const [completed, exited, failed] = [of('completed'), of('exited'), of('failed')];
    return { active: Math.max(0, of('entered') - completed - exited - failed), completed, exited, failed };
  });
}

/** The counts of the steps that runs have reached, in the order of the automations' ids. */
export async function readStepCounts(scope: Scope, ids: readonly string[]): Promise<StepCounts[][]> {
  const sums = await readSums(scope, ids, '<>');
  return ids.map((id) => {
    const ours = sums.filter((sum) => sum.id === id);
    return [...new Set(ours.map(({ step }) => step))].map((step) => {
      const of = figuresIn(ours.filter((sum) => sum.step === step));
      const [entered, done, skipped, failed] = [of('entered'), of('done'), of('skipped'), of('failed')];
      return {
        step,
        entered,
        waiting: Math.max(0, entered - done - skipped - failed - of('left')),
        done,
        skipped,
        failed,
      };
    });
  });
}

const figuresIn = (sums: readonly Sum[]) => (what: string) => sums.find((sum) => sum.what === what)?.count ?? 0;

/** Sums over all counters and reasons: of automations (`=`), or of their steps (`<>`). */
const readSums = ({ db, team }: Scope, ids: readonly string[], which: '=' | '<>'): Promise<Sum[]> =>
  run<Sum>(
    db,
    sql`select automation_id::text as id, step, what, sum(count)::float8 as count from automation_counts
        where team_id = ${team.id} and automation_id = any(${[...ids]}::uuid[]) and ${which === '=' ? sql`step = ''` : sql`step <> ''`}
        group by automation_id, step, what order by automation_id, step, what`,
  );
