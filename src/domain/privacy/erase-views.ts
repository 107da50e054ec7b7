import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { announceChange } from '../live-changes.ts';

/** Deletes the views of people that search for an address, or are named after it. */
export async function eraseViews(scope: Scope, email: string): Promise<void> {
  const gone = await run<{ id: string }>(
    scope.db,
    sql`delete from people_views
        where team_id = ${scope.team.id}::int
          and position(${email} in lower(concat_ws(' ', name, search, tag, field_value))) > 0
        returning id::text`,
  );
  await announceChange(scope, 'people_view', ...gone.map(({ id }) => id));
}
