import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign } from '../../support/campaigns.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { fetchAs, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let list: string;
const ids: string[] = [];

const PEOPLE = ['ann@a.test', 'bob@a.test', 'cem@a.test', 'dan@b.test'];
/** How many of the four people open each campaign. */
const OPENERS = [0, 4, 1, 3];

beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  const { api, inbox } = feedbackApp;
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(api);
  await subscribe(
    api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  for (const openers of OPENERS) {
    const { id, messages } = await sendCampaignTo(api, inbox, list, PEOPLE, { name: `${openers} openers` });
    ids.push(id);
    for (const message of messages.slice(0, openers)) await fetchAs(api, message.pixel);
    if (openers === 4) await fetchAs(api, messages[0]!.clicks[0]!);
    if (openers === 4) await api.rest('POST', '/conversions', { email: messages[0]!.to, value: 1000, currency: 'EUR' });
  }
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

const comparisonOf = async (id: string) => (await feedbackApp.api.rest('GET', `/campaigns/${id}/comparison`)).body.data;

test('a campaign is compared with the medians of those that were sent before it', async () => {
  const { campaigns, rates } = await comparisonOf(ids[3]!);
  expect([campaigns, rates.open, rates.click]).toEqual([3, 0.25, 0]);
  expect((await comparisonOf(ids[2]!)).rates.open).toBe(0.5);
});

test('revenue per recipient is a median too, and a campaign without sales counts as zero', async () => {
  expect((await comparisonOf(ids[2]!)).revenue_per_recipient).toEqual([{ currency: 'EUR', amount: 125 }]);
  expect((await comparisonOf(ids[3]!)).revenue_per_recipient).toEqual([{ currency: 'EUR', amount: 0 }]);
});

test('the first campaign and a draft are compared with nothing', async () => {
  const nothing = { campaigns: 0, rates: null, revenue_per_recipient: [] };
  const draft = await makeCampaign(feedbackApp.api, list, { template: TEMPLATE_WITH_LINKS.name });
  expect([await comparisonOf(ids[0]!), await comparisonOf(draft)]).toEqual([nothing, nothing]);
});

test('only the ten campaigns before it count', async () => {
  const { api } = feedbackApp;
  const before = new Date('2020-01-01T00:00:00Z');
  const old = await makeCampaign(api, list, { template: TEMPLATE_WITH_LINKS.name });
  const { teamId, id: _, ...row } = (await api.db.campaign.findFirst({ where: { id: ids[0]! } }))!;
  // Twelve campaigns that were sent long ago, of which nobody opened one.
  const copies = Array.from({ length: 12 }, (_, index) => ({
    ...{ teamId, listId: row.listId, templateId: row.templateId, name: `Old ${index}`, status: 'sent' as const },
    ...{ id: old.slice(0, -2) + String(10 + index), sentCount: 4, recipientsCount: 4, enqueuedAt: before },
    ...{ startedAt: new Date(before.getTime() + index), endedAt: before },
  }));
  await api.db.campaign.createMany({ data: copies });
  expect((await comparisonOf(ids[3]!)).campaigns).toBe(10);
});

test('GraphQL compares the same way, and other teams see nothing', async () => {
  const { api } = feedbackApp;
  const { campaign } = await ask(
    api,
    'query($id: ID!) { campaign(id: $id) { comparison { campaigns rates { open } revenuePerRecipient { currency amount } } } }',
    { id: ids[1]! },
  );
  expect(campaign.comparison.rates).toEqual({ open: 0 });
  const { status } = await api.rest('GET', `/campaigns/${ids[1]}/comparison`, undefined, { token: api.otherToken });
  expect(status).toBe(404);
});
