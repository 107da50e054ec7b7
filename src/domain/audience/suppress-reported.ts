import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { signalLeft } from '../signals/people-who-left.ts';
import { notifyOfSuppressed } from './notify-of-suppressed.ts';

/** Why an address is suppressed that bounced or complained at the source of an imported file. */
export type Reported = 'hard_bounce' | 'complaint';

type Reason = Reported | 'manual';

/**
 * Suppresses addresses, such as those of people whom an import stored as bounced or complained. Existing
 * suppressions stay unchanged. The caller's transaction prevents erasures and has locked its people and subscribers:
 * suppressions come after them, in order. Two statements for any number of addresses. Returns the new ones.
 */
export async function suppressReported(scope: Scope, reported: ReadonlyMap<string, Reason>): Promise<string[]> {
  if (reported.size === 0) return [];
  const rows = [...reported].map(([target, reason]) => ({ target, reason }));
  const added = await run<{ id: string; target: string }>(
    scope.db,
    sql`insert into suppressions (team_id, id, target, reason)
        select ${scope.team.id}, uuid_v7(), target, reason::"SuppressionReason"
        from ${recordset('given', rows, { target: 'text', reason: 'text' })}
        order by target
        on conflict (team_id, target) do nothing returning id::text, target`,
  );
  await notifyOfSuppressed(scope, added);
  await signalLeft(
    scope,
    rows.map(({ target }) => personKey(scope.team.id, target)),
  );
  return added.map(({ target }) => target);
}
