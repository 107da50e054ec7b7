import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { OutboxFile } from '../../../storage/outbox-folder.ts';

/** A sent message, by which its file in the outbox can be found. */
export type SentSample = OutboxFile;

/**
 * One sent message of each campaign, by the campaign's id: where its file is, all of the campaign is. None for campaigns
 * without sent messages.
 */
export async function readSentSamples(
  { db, team }: Scope,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, SentSample>> {
  const rows = await run<OutboxFile & { campaignId: string }>(
    db,
    sql`select owner.id::text as "campaignId", m.id::text, m.created_at as "createdAt"
        from unnest(${[...campaignIds]}::uuid[]) as owner(id), lateral (
          select id, created_at from messages
          where team_id = ${team.id}::int and campaign_id = owner.id and state = 'sent' limit 1
        ) m`,
  );
  return new Map(rows.map(({ campaignId, ...file }) => [campaignId, file]));
}
