import { binaryArray } from '../../database/binary-array.ts';
import { runOnce, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** Condition of a message `m`: its state is final. */
export const SETTLED = sql`m.state in ('sent', 'failed', 'unknown', 'withheld')`;

/**
 * Removes messages with their attempts, opens and clicks, in the caller's transaction. Those that somebody else has locked are left
 * out. Bounces and complaints stay with their people. By the ids as values: where little is known of the tables, a join of thousands
 * of rows may be planned as if they were one, and takes a minute. Returns how many.
 */
export async function removeMessages({ db, team }: Scope, ids: readonly string[]): Promise<number> {
  const held = await runOnce<{ id: string }>(
    db,
    sql`select id::text from messages where team_id = ${team.id}::int and id = any(${binaryArray('uuid', ids)}::uuid[])
        order by id for update skip locked`,
  );
  const locked = binaryArray(
    'uuid',
    held.map(({ id }) => id),
  );
  await runOnce(
    db,
    sql`update feedback set message_id = null where team_id = ${team.id}::int and message_id = any(${locked}::uuid[])`,
  );
  await runOnce(db, sql`delete from messages where team_id = ${team.id}::int and id = any(${locked}::uuid[])`);
  return held.length;
}
