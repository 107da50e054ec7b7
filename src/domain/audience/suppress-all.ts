import { runOnce, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { personKey } from '../../ids.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { insertNotifications } from '../signals/notify-webhooks.ts';
import { leaving } from '../signals/people-who-left.ts';
import type { SUPPRESSION_REASONS } from './suppressions.ts';

type Reason = (typeof SUPPRESSION_REASONS)[number];

/** Some thousand normalised addresses in compact form: a line for each, and their common reason, if any. */
export interface SuppressedAddresses {
  text: Buffer;
  reasons: Reason | Reason[];
}

/**
 * Suppresses any number of addresses in one transaction. Existing suppressions stay unchanged, and erased addresses are not
 * stored again. Returns how many are new.
 */
export function suppressAll(scope: Scope, batches: readonly SuppressedAddresses[]): Promise<number> {
  return transaction(
    scope,
    async (scope) => {
      // Gathered first, so that one statement locks the suppressions in order, as all writers do. Nothing is prepared: each
      // call has a new temporary table.
      await runOnce(
        scope.db,
        sql`create temporary table if not exists given_suppressions (target text, key uuid, reason text) on commit drop`,
      );
      await runOnce(scope.db, sql`truncate given_suppressions`);
      for (const batch of batches) await gather(scope, batch);
      await withoutErasing(scope);
      const [done] = await runOnce<{ added: number }>(
        scope.db,
        sql`with given as (
              select distinct on (target) target, key, reason from given_suppressions
              order by target, array_position(array['complaint', 'hard_bounce'], reason)
            ), added as (
              insert into suppressions (team_id, id, target, reason)
              select ${scope.team.id}, uuid_v7(), g.target, g.reason::"SuppressionReason" from given g
              where not exists (
                select from suppressions s where s.team_id = ${scope.team.id} and s.target = g.key::text)
              order by g.target
              on conflict (team_id, target) do nothing returning id, target
            ), told as (
              ${insertNotifications(
                scope.team.id,
                sql`select 'suppression.created' as kind, null::uuid as list, null::text as name,
                           jsonb_build_object('id', a.id, 'person', g.key) as entry
                    from added a join given g on g.target = a.target`,
              )}
            ), ended as (
              ${leaving(scope.team.id, sql`select g.key as person from added join given g on g.target = added.target`)}
            )
            select count(*)::int as added from added`,
      );
      return done?.added ?? 0;
    },
    LONG_MS,
  );
}

async function gather(scope: Scope, { text, reasons }: SuppressedAddresses): Promise<void> {
  const rows = text
    .toString()
    .split('\n')
    .map((target, index) => ({
      target,
      key: personKey(scope.team.id, target),
      reason: typeof reasons === 'string' ? reasons : reasons[index]!,
    }));
  await runOnce(
    scope.db,
    sql`insert into given_suppressions (target, key, reason)
        select target, key, reason from ${recordset('given', rows, { target: 'text', key: 'uuid', reason: 'text' })}`,
  );
}
