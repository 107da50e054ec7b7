import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { type DeliveredEvent, makeAllWebhookDeliveries } from './webhooks.ts';

export interface FeedPage {
  data: (DeliveredEvent & { sequence: number })[];
  meta: { cursor: string; has_more: boolean };
}

/** The page of the feed after a cursor, when everything recorded so far is in it. Further parameters may follow the cursor. */
export async function changesAfter(api: TestApp, cursor: string, token = api.token): Promise<FeedPage> {
  await makeAllWebhookDeliveries(api);
  const { status, body } = await api.rest('GET', `/changes?after=${cursor}`, undefined, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
