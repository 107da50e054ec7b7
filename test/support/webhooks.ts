import { expect } from 'vitest';
import { makeWebhookDeliveries, teamsWithNotifications } from '../../src/domain/webhooks/make-deliveries.ts';
import { viewsOf } from '../../src/rest/open-view.ts';
import type { TestApp } from './app.ts';

/** Creates a webhook through REST, by default for all events; returns it with its secret. */
export async function makeWebhook(api: TestApp, input: object = {}): Promise<{ id: string; secret: string }> {
  const webhook = { url: 'https://hooks.shop.test/tidings', kinds: ['*'], ...input };
  const { status, body } = await api.rest('POST', '/webhooks', webhook);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

/** Makes all pending deliveries, as a worker does. */
export async function makeAllWebhookDeliveries(api: TestApp): Promise<void> {
  const { db } = api.installation.connection;
  const open = viewsOf(api.installation);
  for (;;) {
    let made = 0;
    for (const { id } of await teamsWithNotifications(db, 100)) made += await makeWebhookDeliveries(db, id, open);
    if (made === 0) return;
  }
}

/** A delivery's content. */
export interface DeliveredEvent {
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what is sent
  data: any;
}

/** A webhook's deliveries in order, optionally of one kind. */
export async function deliveriesTo(api: TestApp, webhookId: string, kind?: string): Promise<DeliveredEvent[]> {
  await makeAllWebhookDeliveries(api);
  const where = { webhookId, ...(kind && { kind }) };
  const deliveries = await api.db.webhookDelivery.findMany({ where, orderBy: { id: 'asc' } });
  return deliveries.map(({ body }) => JSON.parse(body) as DeliveredEvent);
}

/** The kinds of those deliveries. */
export const kindsDeliveredTo = async (api: TestApp, webhookId: string): Promise<string[]> =>
  (await deliveriesTo(api, webhookId)).map(({ type }) => type);
