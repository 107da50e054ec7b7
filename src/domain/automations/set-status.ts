import { empty, run, sql } from '../../database/connect.ts';
import type { AutomationStatus } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';

/**
 * Sets where an automation stands, and when it was activated: by the database's clock, as what happens to people is, for what
 * happened before starts nothing.
 */
export const setStatus = ({ db, team }: Scope, id: string, status: AutomationStatus): Promise<unknown> =>
  run(
    db,
    sql`update automations set status = ${status}::"AutomationStatus", updated_at = now()
               ${status === 'active' ? sql`, activated_at = now()` : empty}
        where team_id = ${team.id}::int and id = ${id}::uuid`,
  );
