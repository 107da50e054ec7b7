import { randomBytes } from 'node:crypto';
import type { Vault } from '../../crypto/vault.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';

/** The secret that was replaced signs too for so long. */
const OVERLAP_MS = 24 * 3_600_000;

interface Row {
  teamId: number;
  secret: Uint8Array;
  old: Uint8Array | null;
  oldUntil: Date | null;
}

/** What the secrets of a team's automations are encrypted for. */
export const stepSecretPurpose = (teamId: number): string => `webhook of automations ${teamId}`;

const encrypted = (vault: Vault, teamId: number): Uint8Array<ArrayBuffer> =>
  vault.encrypt(Buffer.from(`whsec_${randomBytes(32).toString('base64')}`), stepSecretPurpose(teamId));

/**
 * The secrets (`whsec_…`) with which deliveries of a team's automations are signed, the newest first. The first is made
 * when it is asked for.
 */
export async function stepSecrets(db: Database, vault: Vault, teamId: number): Promise<string[]> {
  const row = (await read(db, teamId)) ?? (await make(db, vault, teamId));
  const isOld = row.old && row.oldUntil && row.oldUntil > databaseNow(db);
  return [row.secret, ...(isOld ? [row.old as Uint8Array] : [])].map((secret) =>
    vault.decrypt(secret, stepSecretPurpose(teamId)).toString(),
  );
}

/** Replaces the secret. The one before signs too for 24 hours. Returns both, the newest first. */
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

/** Of processes that make one at the same time, the first one wins. */
async function make(db: Database, vault: Vault, teamId: number): Promise<Row> {
  await run(
    db,
    sql`insert into webhook_secrets (team_id, secret) values (${teamId}::int, ${encrypted(vault, teamId)}::bytea)
        on conflict do nothing returning team_id`,
  );
  return (await read(db, teamId)) as Row;
}
