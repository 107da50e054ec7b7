import { binaryArray } from '../../database/binary-array.ts';
import { run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { readLinksOfCampaigns } from '../insight/clicked-links.ts';
import { SETTLED } from '../ledger/remove-messages.ts';
import { announceCampaign } from './live-campaigns.ts';

const CHUNK = 5_000;
const DAY_MS = 86_400_000;

/**
 * Removes a chunk of messages of a campaign that ended before the team's retention period, with their attempts, opens and
 * clicks. Totals stay (docs/adr/0052). Returns whether there may be more.
 * `usual`: the days of teams without a setting; undefined keeps all. Safe to repeat.
 */
export async function removeSomeMessages(scope: Scope, usual?: number): Promise<boolean> {
  const before = await keptSince(scope, usual);
  const old = before && (await findOld(scope, before));
  if (!old) return false;
  return transaction(scope, async (scope) => {
    if (!old.isBegun) await keepLinks(scope, old.id);
    return (await removeChunk(scope, old.id, SETTLED, sql`m.id`)) > 0;
  });
}

/** The start of the team's retention period. Null: messages are kept forever. */
export async function keptSince(scope: Scope, usual?: number): Promise<Date | null> {
  const { keepMessagesFor } = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const days = keepMessagesFor ?? usual;
  return days === undefined ? null : new Date(scope.now().getTime() - days * DAY_MS);
}

interface OldCampaign {
  id: string;
  /** Whether some of its messages are gone already. */
  isBegun: boolean;
}

async function findOld({ db, team }: Scope, before: Date): Promise<OldCampaign | undefined> {
  const [old] = await run<OldCampaign>(
    db,
    sql`select c.id::text, c.messages_removed_at is not null as "isBegun" from campaigns c
        where c.team_id = ${team.id} and c.status in ('sent', 'cancelled', 'failed') and c.ended_at < ${before}
          and exists (select from messages m where m.team_id = ${team.id} and m.campaign_id = c.id and ${SETTLED})
        order by c.ended_at limit 1`,
  );
  return old;
}

/** Removes links that were clicked in only one message, as they may identify the reader. */
async function keepLinks(scope: Scope, id: string): Promise<void> {
  const { db, team } = scope;
  const [links = []] = await readLinksOfCampaigns(scope, [id]);
  const kept = JSON.stringify(links.filter(({ unique }) => unique > 1));
  await run(
    db,
    sql`update campaigns set messages_removed_at = now(), links = ${kept}::jsonb
        where team_id = ${team.id} and id = ${id}::uuid and messages_removed_at is null`,
  );
  await forgetOwnLinks(scope, id);
  await announceCampaign(scope, id);
}

/** Removes links that were clicked in only one message from the report. */
export async function forgetOwnLinks({ db, team }: Scope, id: string): Promise<void> {
  const gone = await run<{ link: string }>(
    db,
    sql`delete from campaign_links l where l.team_id = ${team.id} and l.campaign_id = ${id}::uuid
          and (select coalesce(sum(c.count), 0) from campaign_counts c
               where c.team_id = ${team.id} and c.campaign_id = ${id}::uuid and c.what = 'link_unique' and c.detail = l.link::text) <= 1
        returning l.link::text as link`,
  );
  await run(
    db,
    sql`delete from campaign_counts where team_id = ${team.id} and campaign_id = ${id}::uuid
          and what in ('link_unique', 'link_clicks') and detail = any(${gone.map(({ link }) => link)}::text[])`,
  );
}

/**
 * Removes a chunk of a campaign's messages `m`, chosen by `which` and `order`, skipping locked ones. Bounces and complaints
 * stay with their people. Returns how many. Uses the caller's transaction. It passes the ids as values: without table
 * statistics, a join of thousands of rows may be planned as one row, and takes a minute.
 */
export async function removeChunk({ db, team }: Scope, id: string, which: Sql, order: Sql): Promise<number> {
  const old = await runOnce<{ id: string }>(
    db,
    sql`select m.id::text from messages m where m.team_id = ${team.id} and m.campaign_id = ${id}::uuid and ${which}
        order by ${order} limit ${CHUNK} for update skip locked`,
  );
  if (old.length === 0) return 0;
  const ids = binaryArray(
    'uuid',
    old.map(({ id }) => id),
  );
  await runOnce(
    db,
    sql`update feedback set message_id = null where team_id = ${team.id} and message_id = any(${ids}::uuid[])`,
  );
  await runOnce(db, sql`delete from messages where team_id = ${team.id} and id = any(${ids}::uuid[])`);
  return old.length;
}

/** The teams that keep campaign messages for a limited time. `usual`: as in removeSomeMessages. */
export async function teamsThatRemoveMessages(db: Scope['db'], usual?: number): Promise<number[]> {
  const teams = await run<{ id: number }>(
    db,
    sql`select id from teams where coalesce(keep_messages_for, ${usual ?? null}::int) is not null order by id`,
  );
  return teams.map(({ id }) => id);
}
