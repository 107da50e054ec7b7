import { empty, run, sql } from '../../database/connect.ts';
import type { AutomationStatus } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';

/**
 * Sets the status of an automation, and its activation time by the database's clock. Signals use the same clock, since
 * earlier ones start nothing.
 */
export const setStatus = ({ db, team }: Scope, id: string, status: AutomationStatus): Promise<unknown> =>
  run(
    db,
    sql`update automations set status = ${status}::"AutomationStatus", updated_at = now()
               ${status === 'active' ? sql`, activated_at = now()` : empty}
        where team_id = ${team.id}::int and id = ${id}::uuid`,
  );
