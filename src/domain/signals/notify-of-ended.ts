import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { insertNotifications } from './notify-webhooks.ts';

/**
 * Notifies webhooks of ended runs of an automation: `automation.completed`, `.exited` or `.failed`. Call it after they have ended, in
 * the same transaction. One statement, however many.
 */
export async function notifyOfEnded(
  { db, team }: Pick<Scope, 'db' | 'team'>,
  automationId: string,
  runs: readonly string[],
): Promise<void> {
  if (runs.length === 0) return;
  await run(
    db,
    insertNotifications(
      team.id,
      sql`select 'automation.' || r.state as kind, a.list_id as list, null::text as name,
                 jsonb_build_object('id', r.id, 'person', r.person_key, 'list', a.list_id) as entry
          from automation_runs r
          join automations a on a.team_id = ${team.id}::int and a.id = ${automationId}::uuid
          where r.team_id = ${team.id}::int and r.id = any(${[...runs]}::uuid[])`,
    ),
  );
}
