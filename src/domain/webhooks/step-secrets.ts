import { randomBytes } from 'node:crypto';
import type { Vault } from '../../crypto/vault.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';

/** How long a replaced secret still signs too. */
const OVERLAP_MS = 24 * 3_600_000;

interface Row {
  teamId: number;
  secret: Uint8Array;
  old: Uint8Array | null;
  oldUntil: Date | null;
}

/** The encryption purpose of a team's automation secrets. */
export const stepSecretPurpose = (teamId: number): string => `webhook of automations ${teamId}`;

const encrypted = (vault: Vault, teamId: number): Uint8Array<ArrayBuffer> =>
  vault.encrypt(Buffer.from(`whsec_${randomBytes(32).toString('base64')}`), stepSecretPurpose(teamId));

/**
 * The secrets (`whsec_…`) that sign deliveries of a team's automations, the newest first. The first is created on first
 * use.
 */
export async function stepSecrets(db: Database, vault: Vault, teamId: number): Promise<string[]> {
  const row = (await read(db, teamId)) ?? (await make(db, vault, teamId));
  const isOld = row.old && row.oldUntil && row.oldUntil > databaseNow(db);
  return [row.secret, ...(isOld ? [row.old as Uint8Array] : [])].map((secret) =>
    vault.decrypt(secret, stepSecretPurpose(teamId)).toString(),
  );
}

/** Replaces the secret. The previous one still signs too for 24 hours. Returns both, the newest first. */
export async function replaceStepSecret(db: Database, vault: Vault, teamId: number): Promise<string[]> {
  await stepSecrets(db, vault, teamId);
  const oldUntil = new Date(databaseNow(db).getTime() + OVERLAP_MS);
  await run(
    db,
    sql`update webhook_secrets set old = secret, old_until = ${oldUntil}::timestamptz, secret = ${encrypted(vault, teamId)}::bytea
        where team_id = ${teamId}::int returning team_id`,
  );
  return stepSecrets(db, vault, teamId);
}

async function read(db: Database, teamId: number): Promise<Row | undefined> {
  const [row] = await run<Row>(
    db,
    sql`select team_id as "teamId", secret, old, old_until as "oldUntil" from webhook_secrets where team_id = ${teamId}::int`,
  );
  return row;
}

/** If several processes create one at the same time, the first one wins. */
async function make(db: Database, vault: Vault, teamId: number): Promise<Row> {
  await run(
    db,
    sql`insert into webhook_secrets (team_id, secret) values (${teamId}::int, ${encrypted(vault, teamId)}::bytea)
        on conflict do nothing returning team_id`,
  );
  return (await read(db, teamId)) as Row;
}
