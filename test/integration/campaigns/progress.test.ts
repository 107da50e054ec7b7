import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { sseClient } from '../../support/sse.ts';

const PEOPLE = 30;

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let id: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(PEOPLE));
  id = await makeCampaign(api, list);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

interface Shown {
  status: string;
  sentCount: number;
  recipientsCount: number | null;
}

/** Follows a campaign until it is sent, or to the end of the stream; `begun` runs after its first state. */
async function follow(token: string, begun: () => unknown = () => {}) {
  const { port } = api.app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/graphql`;
  const { client } = sseClient(url, token);
  const query = 'subscription ($id: ID!) { campaignProgressed(id: $id) { status sentCount recipientsCount } }';
  const seen: Shown[] = [];
  for await (const { data, errors } of client.iterate({ query, variables: { id } })) {
    if (errors) return { seen, errors };
    seen.push(data?.campaignProgressed as Shown);
    if (seen.length === 1) await begun();
    if (seen.at(-1)!.status === 'SENT') break;
  }
  return { seen };
}

test('campaignProgressed streams the state of a campaign and its progress', async () => {
  const { seen } = await follow(api.readToken, () => api.rest('POST', `/campaigns/${id}/send`));
  expect(seen[0]).toEqual({ status: 'DRAFT', sentCount: 0, recipientsCount: null });
  expect(seen.at(-1)).toEqual({ status: 'SENT', sentCount: PEOPLE, recipientsCount: PEOPLE });
  const counts = seen.map(({ sentCount }) => sentCount);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});

test('sent messages appear in the person’s timeline', async () => {
  const { body } = await api.rest('GET', '/lists');
  const reader = await readSubscriber(api, body.data[0].id, 'p0@people.test');
  const activity = (await api.rest('GET', `/subscribers/${reader.id}/activity`)).body;
  const others = { event: null, mail: null, touch: null, feedback: null, change: null };
  expect(activity.data.filter(({ type }: { type: string }) => type !== 'change')).toEqual([
    {
      ...{ type: 'campaign', occurred_at: expect.any(String), ...others },
      campaign: {
        ...{ id: expect.any(String), campaign_id: id, name: 'May', automation: null, step: null },
        ...{ state: 'sent', sent_at: expect.any(String) },
      },
    },
  ]);
  expect(activity.meta.total).toBe(2); // with subscribing
});

test('campaignProgressed ends when the campaign is deleted', async () => {
  const { body } = await api.rest('GET', '/lists');
  id = await makeCampaign(api, body.data[0].id);
  const { seen } = await follow(api.token, () => api.rest('DELETE', `/campaigns/${id}`));
  expect(seen.map(({ status }) => status)).toEqual(['DRAFT']);
});

test('campaignProgressed ends when the campaign ends before any message was sent', async () => {
  const { body } = await api.rest('GET', '/lists');
  id = await makeCampaign(api, body.data[0].id);
  const { seen } = await follow(api.token, () => api.rest('POST', `/campaigns/${id}/cancel`));
  expect(seen.map(({ status }) => status)).toEqual(['DRAFT', 'CANCELLED']);
});

test('campaignProgressed does not show a campaign to another team', async () => {
  const { errors } = await follow(api.otherToken);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});
