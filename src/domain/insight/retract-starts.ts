import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { countForAutomation } from '../ledger/count-for-automation.ts';
import type { Retracted } from './retract-reactions.ts';

interface Start {
  person: string;
  kind: string;
  detail: string;
  at: Date;
}

const COLUMNS = { person: 'uuid', kind: 'text', detail: 'text', at: 'timestamptz' } as const;

/** Steps without visible effects. */
const HARMLESS = ['wait', 'wait_for', 'condition', 'split'];

interface Run {
  id: string;
  automation: string;
  step: string | null;
}

/** Reverts the effects of opens and clicks on automations: signals not yet processed, and runs that have done nothing. */
export async function retractStarts(scope: Scope, retracted: readonly Retracted[]): Promise<void> {
  const starts = retracted.flatMap(startsOf);
  if (starts.length === 0) return;
  const { db, team } = scope;
  const given = recordset('g', starts, COLUMNS);
  await run(
    db,
    sql`delete from automation_signals s using ${given}
        where s.team_id = ${team.id}::int and s.person_key = g.person and s.kind = g.kind and coalesce(s.detail, '') = g.detail
          and s.at = g.at`,
  );
  const locked = await run<Run>(
    db,
    sql`select r.id::text, r.automation_id::text as automation, r.step from automation_runs r
        where r.team_id = ${team.id}::int and r.state = 'active' and r.event_id is null
          and r.person_key = any(${starts.map(({ person }) => person)}::uuid[])
          and exists (
            select from ${given} join automation_versions v on v.team_id = ${team.id}::int
            where v.automation_id = r.automation_id and v.version = r.version and v.definition -> 'trigger' ->> 'type' = g.kind
              and r.person_key = g.person and r.started_at = g.at)
        order by r.id for update`,
  );
  if (locked.length > 0) await removeIdle(scope, locked);
}

/** A click also counted as an open, which stays if the message has another open or click. */
function startsOf({ person, kind, target, at, isLeft }: Retracted): Start[] {
  if (person === null) return [];
  const opened = { person, kind: 'opened', detail: '', at };
  if (kind === 'open') return [opened];
  return [{ person, kind: 'clicked', detail: target ?? '', at }, ...(isLeft ? [] : [opened])];
}

/** Removes runs as if they had never begun, so that a click of the person starts one. Runs that have acted continue. */
async function removeIdle(scope: Scope, runs: readonly Run[]): Promise<void> {
  const { db, team } = scope;
  const steps = await run<{ run: string; step: string; type: string; outcome: string }>(
    db,
    sql`select run_id::text as run, step, type, outcome from automation_run_steps
        where team_id = ${team.id}::int and run_id = any(${runs.map(({ id }) => id)}::uuid[])`,
  );
  const acted = new Set(steps.filter(({ type }) => !HARMLESS.includes(type)).map((one) => one.run));
  const idle = runs.filter(({ id }) => !acted.has(id));
  if (idle.length === 0) return;
  await run(
    db,
    sql`delete from automation_runs where team_id = ${team.id}::int and id = any(${idle.map(({ id }) => id)}::uuid[])`,
  );
  for (const automation of [...new Set(idle.map((one) => one.automation))].sort()) {
    const figures = idle
      .filter((one) => one.automation === automation)
      .flatMap(({ id, step }) => {
        const done = steps.filter((one) => one.run === id);
        const isThere = step !== null && !done.some((one) => one.step === step);
        return [
          { step: '', what: 'entered' },
          ...done.flatMap(({ step, outcome }) => [
            { step, what: 'entered' },
            { step, what: outcome },
          ]),
          ...(isThere ? [{ step, what: 'entered' }] : []),
        ];
      });
    await countForAutomation(
      scope,
      automation,
      figures.map((figure) => ({ ...figure, detail: '', count: -1 })),
    );
    await scope.publish({ topic: 'automation.progressed', teamId: team.id, id: automation });
  }
}
