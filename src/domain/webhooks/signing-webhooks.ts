import type { Vault } from '../../crypto/vault.ts';
import { ofTeams } from '../../database/by-team.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import type { ClaimedWebhookDelivery } from './delivery.ts';
import { secretsOf } from './webhook-secrets.ts';

interface Row {
  teamId: number;
  id: string;
  enabled: boolean;
  secret: Uint8Array<ArrayBuffer>;
  old: Uint8Array<ArrayBuffer> | null;
  oldUntil: Date | null;
}

/**
 * The current signing data of webhooks, by id; none for disabled or deleted ones, and for the feed. Read each time, so that a new secret
 * signs at once.
 */
export async function readSigning(
  db: Database,
  vault: Vault,
  deliveries: readonly ClaimedWebhookDelivery[],
): Promise<Map<string, string[]>> {
  const theirs = deliveries.filter(({ webhookId }) => webhookId !== null);
  if (theirs.length === 0) return new Map();
  const ids = [...new Set(theirs.map(({ webhookId }) => webhookId as string))];
  const rows = await run<Row>(
    db,
    sql`select w.team_id as "teamId", w.id::text, w.enabled, w.secret, w.old, w.old_until as "oldUntil" from webhooks w
        where ${ofTeams(sql`w.team_id`, theirs)} and w.id = any(${ids}::uuid[]) and w.enabled and w.feed_from is null`,
  );
  return new Map(rows.map((row) => [row.id, secretsOf(vault, row, databaseNow(db))]));
}
