import type { Scope } from '../../scope.ts';

/** What started the run of an automation, as it is stored with the run. */
export interface RunEvent {
  name: string;
  properties: Record<string, unknown>;
  value: number | null;
  currency: string | null;
  occurred_at: string;
}

/**
 * `event` in the merge data of an automation's e-mail: the properties of the event that started the run, and what is known of it
 * besides, under names that no property has; all properties are in `properties` too, as conditions name them. Empty for a run that no
 * event started.
 */
export function eventValues(event: RunEvent | null): Record<string, unknown> {
  if (event === null) return {};
  return { ...event, ...event.properties };
}

/** What started a run. Null: nothing, or the run is gone. */
export async function readEventOfRun({ db, team }: Scope, runId: string): Promise<RunEvent | null> {
  const run = await db.automationRun.findUnique({
    where: { teamId_id: { teamId: team.id, id: runId } },
    select: { event: true },
  });
  return (run?.event ?? null) as unknown as RunEvent | null;
}
