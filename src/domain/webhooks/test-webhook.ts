import type { Vault } from '../../crypto/vault.ts';
import { newId } from '../../ids.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Scope } from '../../scope.ts';
import { isSuccess, sendOnce } from './send-once.ts';
import type { Attempt } from './settle-deliveries.ts';
import { secretsOf } from './webhook-secrets.ts';
import { readWebhook } from './webhooks.ts';

/** The response to a test. */
export interface WebhookTest extends Attempt {
  ok: boolean;
}

/**
 * Sends a `ping` to a webhook, enabled or not, and waits for the response, 15 seconds at most. It is not a delivery, and is
 * not retried. Throws NotFoundError.
 */
export async function testWebhook(
  scope: Scope,
  { vault, outbound }: { vault: Vault; outbound: Outbound },
  id: unknown,
): Promise<WebhookTest> {
  const webhook = await readWebhook(scope, id);
  const at = scope.now();
  const body = JSON.stringify({ type: 'ping', timestamp: at.toISOString(), data: { webhook: webhook.id } });
  const secrets = secretsOf(vault, webhook, at);
  const { attempt } = await sendOnce({ id: newId(), url: webhook.url, body }, { at, outbound, secrets });
  return { ...attempt, ok: isSuccess(attempt) };
}
