import { randomBytes } from 'node:crypto';
import type { Vault } from '../../crypto/vault.ts';
import type { Webhook } from '../../generated/prisma/client.ts';

/** How long a replaced secret still signs too. */
export const OVERLAP_MS = 24 * 3_600_000;

type Key = Pick<Webhook, 'teamId' | 'id'>;

/** The encryption purpose of a webhook's secrets. */
export const webhookPurpose = ({ teamId, id }: Key): string => `webhook ${teamId} ${id}`;

/** A new secret of Standard Webhooks, and its stored form. */
export function makeSecret(vault: Vault, key: Key): { secret: string; encrypted: Uint8Array<ArrayBuffer> } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, encrypted: vault.encrypt(Buffer.from(secret), webhookPurpose(key)) };
}

type Stored = Key & Pick<Webhook, 'secret' | 'old' | 'oldUntil'>;

/** The secrets that currently sign a webhook's deliveries, the newest first. */
export function secretsOf(vault: Vault, webhook: Stored, now: Date): string[] {
  const { secret, old, oldUntil } = webhook;
  const valid = [secret, ...(old && oldUntil && oldUntil > now ? [old] : [])];
  return valid.map((one) => vault.decrypt(one, webhookPurpose(webhook)).toString());
}
