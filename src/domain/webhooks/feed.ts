import type { Vault } from '../../crypto/vault.ts';
import { run, type Sql, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { ALL_KINDS } from './kinds.ts';
import { makeSecret } from './webhook-secrets.ts';

/** The feed's row among the team's webhooks. Every statement that records something looks there anyway (docs/adr/0187). */
export const FEED_ID = '00000000-0000-0000-0000-000000000000';

/** How long a change is kept, and how long after its last use a feed ends. */
export const FEED_DAYS = 7;

/** A use is recorded once in this time. */
const NOTED_MS = 3_600_000;

/** Not an address: a process of the release before feeds cannot send anything to it. */
const NO_URL = 'feed:';

const KEPT_MS = FEED_DAYS * 86_400_000;

/** Whether a feed has ended with its last use, even if nobody has removed it yet. */
export const hasEnded = (usedAt: Date, now: Date): boolean => now.getTime() - usedAt.getTime() >= KEPT_MS;

/** The condition that a feed `w` is in use at the time `now`. */
export const isInUse = (now: Date): Sql =>
  sql`w.id = ${FEED_ID}::uuid and w.enabled and w.feed_used_at > ${new Date(now.getTime() - KEPT_MS)}::timestamptz`;

/** Begins the team's feed, unless it is in use. */
export async function beginFeed(scope: Scope, vault: Vault): Promise<void> {
  const teamId = scope.team.id;
  const { encrypted } = makeSecret(vault, { teamId, id: FEED_ID });
  await transaction(scope, async ({ db, now }) => {
    await run(db, sql`insert into webhook_turns (team_id) values (${teamId}::int) on conflict do nothing`);
    const [turn] = await run<{ sequence: string }>(
      db,
      sql`select sequence::text from webhook_turns where team_id = ${teamId}::int`,
    );
    const at = now();
    const ended = new Date(at.getTime() - KEPT_MS);
    await run(
      db,
      sql`insert into webhooks (team_id, id, url, kinds, secret, feed_from, feed_used_at, updated_at)
          values (${teamId}::int, ${FEED_ID}::uuid, ${NO_URL}::text, ${[ALL_KINDS]}::text[], ${encrypted}::bytea,
                  ${turn!.sequence}::bigint, ${at}::timestamptz, ${at}::timestamptz)
          on conflict (team_id, id) do update
          set enabled = true, feed_from = excluded.feed_from, feed_removed = null, feed_used_at = excluded.feed_used_at, updated_at = excluded.updated_at
          where not webhooks.enabled or webhooks.feed_used_at <= ${ended}::timestamptz`,
    );
  });
}

/** Notes that the feed is in use. `usedAt`: its last noted use. */
export async function noteUse({ db, team, now }: Scope, usedAt: Date): Promise<void> {
  if (now().getTime() - usedAt.getTime() < NOTED_MS) return;
  await run(
    db,
    sql`update webhooks set feed_used_at = ${now()}::timestamptz
        where team_id = ${team.id}::int and id = ${FEED_ID}::uuid and enabled returning id::text`,
  );
}
