import { run, sql } from '../../../database/connect.ts';
import { firstIdAt } from '../../../ids.ts';
import { type Scope, transaction } from '../../../scope.ts';
import { forgetOwnLinks, keptSince, removeChunk } from '../../campaigns/remove-messages.ts';
import { SETTLED } from '../../ledger/remove-messages.ts';

/**
 * Removes a chunk of an automation's messages that are past the team's retention, with their attempts, opens and clicks.
 * Totals stay. An automation e-mail never ends, so each message's own age counts. Returns whether there may be more.
 * `usual`: the days of teams without a setting; undefined keeps all. Safe to repeat.
 */
export async function removeOldMessages(scope: Scope, usual?: number): Promise<boolean> {
  const before = await keptSince(scope, usual);
  if (before === null) return false;
  const isOld = sql`m.kind = 'automation' and m.id < ${firstIdAt(before.getTime())}::uuid and ${SETTLED}`;
  const [email] = await run<{ id: string }>(
    scope.db,
    sql`select g.id::text from mailings g
        where g.team_id = ${scope.team.id} and g.automation_id is not null and exists (
          select from messages m where m.team_id = ${scope.team.id} and m.campaign_id = g.id and ${isOld})
        limit 1`,
  );
  if (!email) return false;
  return transaction(scope, async (scope) => {
    const removed = await removeChunk(scope, email.id, isOld, sql`m.id`);
    if (removed === 0) return false;
    // From now on the rows no longer add up to the totals.
    await run(
      scope.db,
      sql`update mailings set messages_removed_at = now()
          where team_id = ${scope.team.id} and id = ${email.id}::uuid and messages_removed_at is null returning id`,
    );
    await forgetOwnLinks(scope, email.id);
    return true;
  });
}
