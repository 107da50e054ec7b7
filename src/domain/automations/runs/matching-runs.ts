import { run, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import { compile } from '../../segments/compile.ts';
import type { Group } from '../../segments/conditions.ts';
import { readSegmentContext } from '../../segments/read-context.ts';
import type { RunAtStep, StepContext } from '../steps/step-kind.ts';

const COLUMNS = { id: 'uuid', subscriber: 'uuid', properties: 'jsonb', value: 'bigint', currency: 'text' } as const;

/**
 * The ids of runs that match conditions on the person's subscription (without one: no tags, no name) and on the event that
 * started the run. A handful of statements, however many.
 */
export async function matchingRuns(
  context: StepContext,
  conditions: Group,
  runs: readonly RunAtStep[],
): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const { scope, automation, now } = context;
  const subscriptions = await context.subscriptionsOf(runs);
  const known = await readSegmentContext(scope, automation.listId === null ? [] : [automation.listId], [conditions]);
  const rows = runs.map(({ id, event }) => ({
    id,
    subscriber: subscriptions.get(id)?.id ?? null,
    properties: event?.properties ?? {},
    value: event?.value ?? null,
    currency: event?.currency ?? null,
  }));
  const holds = compile(conditions, { ...known, triggerEvent: true, triggerProperty: true, at: now, isElsewhen: true });
  const matching = await run<{ id: string }>(
    scope.db,
    sql`select a.id::text from ${recordset('a', rows, COLUMNS)}
        left join subscribers s on s.team_id = ${scope.team.id}::int and s.id = a.subscriber
        cross join lateral (select a.properties, a.value, a.currency) e
        where ${holds}`,
  );
  return new Set(matching.map(({ id }) => id));
}
