import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

/** A notification about a step of a run. */
export interface StepNotification {
  runId: string;
  /** The key of the person. */
  person: string;
  /** JSON, as it is sent. */
  body: string;
}

const COLUMNS = { id: 'uuid', run_id: 'uuid', person_key: 'uuid', body: 'text' } as const;

/**
 * Writes deliveries of a step to one address, in the caller's transaction and one statement: workers send them once it has
 * committed. Skips runs that already have one at this step. `now`: when they are due.
 */
export async function writeStepWebhookDeliveries(
  { db, team }: Pick<Scope, 'db' | 'team'>,
  { url, step, now }: { url: URL; step: string; now: Date },
  notifications: readonly StepNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const rows = notifications.map(({ runId, person, body }) => ({
    id: newId(),
    run_id: runId,
    person_key: person,
    body,
  }));
  await run(
    db,
    sql`insert into webhook_deliveries (team_id, id, run_id, step, person_key, kind, url, host, body, due_at, created_at)
        select ${team.id}::int, given.id, given.run_id, ${step}::text, given.person_key, 'automation.step', ${url.href}::text,
               ${url.host}::text, given.body, ${now}::timestamptz, ${now}::timestamptz
        from ${recordset('given', rows, COLUMNS)}
        on conflict (team_id, run_id, step) do nothing returning id`,
  );
}
