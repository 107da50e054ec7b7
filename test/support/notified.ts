import { expect } from 'vitest';
import { exampleOf } from '../../src/domain/webhooks/examples.ts';
import type { TestApp } from './app.ts';
import { expectMatchesWebhook } from './openapi-response.ts';
import { type DeliveredEvent, deliveriesTo } from './webhooks.ts';

/** The kinds that report what went wrong, and what ended it. */
export const TROUBLES: ReadonlySet<string> = new Set([
  'campaign.paused',
  'campaign.failed',
  'campaign.cancelled',
  'automation.exited',
  'automation.failed',
  'transport.paused',
  'transport.recovered',
  'sending_domain.failed',
  'suppression.created',
]);

/** The webhook's notifications of a kind, which must have exactly the keys of the example and match OpenAPI. */
export async function notifiedOf(api: TestApp, webhook: string, kind: string): Promise<DeliveredEvent[]> {
  const all = await deliveriesTo(api, webhook, kind);
  const { data } = exampleOf(kind) as DeliveredEvent;
  for (const one of all) {
    expectMatchesWebhook(kind, one);
    expect(Object.keys(one)).toEqual(['type', 'timestamp', 'sequence', 'data']);
    expect(one).toMatchObject({ type: kind, timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
    expect(Object.keys(one.data)).toEqual(Object.keys(data));
    for (const [thing, shown] of Object.entries<object | null>(data)) {
      const is = one.data[thing];
      if (shown === null || is === null || typeof shown !== 'object' || Object.keys(is).length === 1) continue;
      expect(Object.keys(is)).toEqual(expect.arrayContaining(Object.keys(shown)));
    }
  }
  return all;
}
