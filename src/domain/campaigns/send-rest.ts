import { type Database, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { createScope, type Scope, WORKER } from '../../scope.ts';
import { HELD } from '../ledger/held.ts';

/** Messages changed at a time. */
const AT_ONCE = 5_000;

/** Predicate over `m`, a campaign's message: it waits for the winner. */
const WAITS = sql`m.campaign_id is not null and m.state in ('queued', 'deferred') and m.due_at >= ${HELD} and m.variant is null`;

/**
 * Assigns the winning variant to a portion of the waiting messages and makes them due. Safe to repeat and to run in
 * parallel: a decision never changes. Returns whether there may be more.
 */
export async function sendSomeOfRest(scope: Scope, campaignId: string): Promise<boolean> {
  const { db, team } = scope;
  const [decided] = await run<{ winner: number }>(
    db,
    sql`select c.winner from campaigns c
        where c.team_id = ${team.id} and c.id = ${campaignId}::uuid and c.winner is not null and c.status in ('sending', 'paused')`,
  );
  if (!decided) return false;
  const [freed] = await runOnce<{ count: number }>(
    db,
    sql`with rest as (
          select m.id from messages m
          where m.team_id = ${team.id} and m.campaign_id = ${campaignId}::uuid and ${WAITS}
          order by m.due_at limit ${AT_ONCE} for no key update of m skip locked
        ), freed as (
          update messages m set variant = ${decided.winner}::smallint, due_at = now() from rest
          where m.team_id = ${team.id} and m.id = rest.id returning 1
        )
        select count(*)::int as count from freed`,
  );
  if (freed!.count > 0) await scope.publish({ topic: 'mail.queued', teamId: scope.team.id, bulk: true });
  return freed!.count >= AT_ONCE;
}

const DECIDED = sql`campaigns c
        where c.status in ('sending', 'paused') and c.winner is not null
          and exists (select from messages m where m.team_id = c.team_id and m.campaign_id = c.id and ${WAITS})`;

/** Campaigns with a decided test whose rest is still waiting. */
export const WAITING_RESTS: Sql = sql`select from ${DECIDED}`;

/** More campaigns than ever wait at the same time. */
const CAMPAIGNS_AT_ONCE = 100;

/** Enqueues work that a dead process left: decided tests whose rest is still waiting. Returns how many. */
export async function resumeRests(db: Database): Promise<number> {
  const waiting = await run<{ teamId: number; id: string }>(
    db,
    sql`select c.team_id as "teamId", c.id::text from ${DECIDED} limit ${CAMPAIGNS_AT_ONCE}`,
  );
  for (const { teamId, id } of waiting) {
    await createScope(db, { id: teamId }, WORKER).enqueue('send-rest', { campaignId: id }, { key: id });
  }
  return waiting.length;
}
