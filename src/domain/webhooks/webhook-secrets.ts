import { randomBytes } from 'node:crypto';
import type { Vault } from '../../crypto/vault.ts';
import type { Webhook } from '../../generated/prisma/client.ts';

/** The secret that was replaced signs too for so long. */
export const OVERLAP_MS = 24 * 3_600_000;

type Key = Pick<Webhook, 'teamId' | 'id'>;

/** What the secrets of a webhook are encrypted for. */
export const webhookPurpose = ({ teamId, id }: Key): string => `webhook ${teamId} ${id}`;

/** A new secret of Standard Webhooks, and what of it is stored. */
export function makeSecret(vault: Vault, key: Key): { secret: string; encrypted: Uint8Array<ArrayBuffer> } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, encrypted: vault.encrypt(Buffer.from(secret), webhookPurpose(key)) };
}

type Stored = Key & Pick<Webhook, 'secret' | 'old' | 'oldUntil'>;

/** The secrets with which a webhook's deliveries are signed now, the newest first. */
export function secretsOf(vault: Vault, webhook: Stored, now: Date): string[] {
  const { secret, old, oldUntil } = webhook;
  const valid = [secret, ...(old && oldUntil && oldUntil > now ? [old] : [])];
  return valid.map((one) => vault.decrypt(one, webhookPurpose(webhook)).toString());
}
