import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { endRuns } from '../ledger/end-runs.ts';

const ALL = 2 ** 31 - 1;

/** Ends the person's runs, and erases their personal data: the bare rows stay for the figures of their automations. */
export async function eraseRuns(scope: Scope, personKey: string): Promise<void> {
  const { db, team } = scope;
  await endRuns(scope, sql`r.person_key = ${personKey}::uuid`, 'erased', ALL);
  await run(
    db,
    sql`update automation_runs set subscriber_id = null, event = null, event_id = null, entered_at = null, wait_until = null,
          failing_since = null, last_error = null
        where team_id = ${team.id} and person_key = ${personKey}::uuid`,
  );
  await run(
    db,
    sql`update automation_run_steps s set reason = null
        where s.team_id = ${team.id} and s.reason is not null and s.run_id in (
          select r.id from automation_runs r where r.team_id = ${team.id} and r.person_key = ${personKey}::uuid)`,
  );
}
