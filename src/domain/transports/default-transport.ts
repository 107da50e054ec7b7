import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** Returns the id of the team's default transport, or null. */
export async function readDefaultTransport(scope: Scope): Promise<string | null> {
  const team = await scope.db.team.findUnique({ where: { id: scope.team.id }, select: { defaultTransportId: true } });
  return team?.defaultTransportId ?? null;
}

/** Makes a transport the team's default. */
export async function makeDefault(scope: Scope, id: string): Promise<void> {
  await run(
    scope.db,
    sql`update teams set default_transport_id = ${id}::uuid where id = ${scope.team.id} returning id`,
  );
}

/** If this transport is the team's default, leaves the team without one. */
export async function clearDefault(scope: Scope, id: string): Promise<void> {
  await run(
    scope.db,
    sql`update teams set default_transport_id = null
        where id = ${scope.team.id} and default_transport_id = ${id}::uuid returning id`,
  );
}
