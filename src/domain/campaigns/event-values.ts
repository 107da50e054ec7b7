import type { Scope } from '../../scope.ts';

/** The event that started an automation run, as stored with the run. */
export interface RunEvent {
  name: string;
  properties: Record<string, unknown>;
  value: number | null;
  currency: string | null;
  occurred_at: string;
}

/**
 * `event` in the merge data of automation e-mails: the properties of the starting event, and its other fields under names
 * that no property has. `properties` holds all properties too, under the names that conditions use. Empty for a run without
 * an event.
 */
export function eventValues(event: RunEvent | null): Record<string, unknown> {
  if (event === null) return {};
  return { ...event, ...event.properties };
}

/** The event that started a run. Null: there was none, or the run is gone. */
export async function readEventOfRun({ db, team }: Scope, runId: string): Promise<RunEvent | null> {
  const run = await db.automationRun.findUnique({
    where: { teamId_id: { teamId: team.id, id: runId } },
    select: { event: true },
  });
  return (run?.event ?? null) as unknown as RunEvent | null;
}
