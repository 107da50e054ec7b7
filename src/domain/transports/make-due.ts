import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** By then every worker has heard of what was changed, and puts nothing back because of what was before. */
const HEARD_SECONDS = 6;

/** Has workers look again, within seconds, at those of the team's waiting messages (`m`) that `which` holds for. */
export async function makeDue(scope: Scope, which: Sql): Promise<void> {
  const soon = sql`now() + make_interval(secs => ${HEARD_SECONDS})`;
  await run(
    scope.db,
    sql`update messages m set due_at = ${soon}
        where m.team_id = ${scope.team.id} and m.state in ('queued', 'deferred') and m.due_at > ${soon} and ${which}
        returning m.id::text`,
  );
}
