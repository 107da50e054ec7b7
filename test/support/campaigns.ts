import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { until } from './until.ts';

export const TEMPLATE = {
  name: 'Issue',
  editor: 'html',
  subject: 'News for {{ subscriber.first_name }}',
  content: `<html><body><p>Hello {{ subscriber.first_name }} of {{ list.name }}, {{ subscriber.attributes.city }}</p>
<p><a href="https://shop.test/offer">Offer</a></p></body></html>`,
};

/** Drafts a campaign through REST; returns its id. */
export async function makeCampaign(api: TestApp, list: string, input: object = {}): Promise<string> {
  const { status, body } = await api.rest('POST', '/campaigns', { name: 'May', list, template: 'Issue', ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

export const readCampaign = async (api: TestApp, id: string) => (await api.rest('GET', `/campaigns/${id}`)).body.data;

/** The campaign, once it has ended. */
export async function untilEnded(api: TestApp, id: string) {
  await until(async () => ['sent', 'cancelled', 'failed'].includes((await readCampaign(api, id)).status));
  return readCampaign(api, id);
}

/** Lets other workers take over the messages of a killed one now, instead of after the twenty seconds of its leases. */
export async function expireLeases({ db, teamId }: TestApp): Promise<void> {
  const leaseUntil = new Date(Date.now() - 1_000);
  await db.message.updateMany({ where: { teamId, state: { in: ['claimed', 'sending'] } }, data: { leaseUntil } });
}
