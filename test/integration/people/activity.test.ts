import { afterAll, beforeAll, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const activityOf = async (id: string) => (await api.rest('GET', `/subscribers/${id}/activity?per_page=100`)).body.data;
const newSubscriber = async (email: string, input: object = {}) => {
  const list = await makeList(api, input);
  return { list, id: (await subscribe(api, list, [{ email, tags: ['old'] }])).data[0].id as string };
};

test('activity shows subscribing, confirming, unsubscribing, resubscribing, and added and removed tags', async () => {
  const email = 'changes@people.test';
  const { list, id } = await newSubscriber(email, { requires_confirmation: true });
  await api.rest('POST', `/subscribers/${id}/confirm`);
  await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['new', 'old'] });
  await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['new'] });
  await api.rest('DELETE', `/subscribers/${id}/tags`, { tags: ['old'] });
  await api.rest('PATCH', `/subscribers/${id}`, { first_name: 'Ann' });
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  await subscribe(api, list, [{ email, resubscribe: true }]);
  const entries = await activityOf(id);
  const change = {
    ...{ subscriber: id, list, import: null, provider: null, unsubscribe_reason: null },
    tags: [] as string[],
  };
  expect(entries.map((entry: { change: object }) => entry.change)).toEqual([
    { type: 'resubscribed', ...change },
    { type: 'unsubscribed', ...change },
    { type: 'untagged', ...change, tags: ['old'] },
    { type: 'tagged', ...change, tags: ['new'] },
    { type: 'confirmed', ...change },
    { type: 'subscribed', ...change },
  ]);
  expect(new Set(entries.map(({ type }: { type: string }) => type))).toEqual(new Set(['change']));
});

test('activity shows opens, clicks, bounces and complaints', async () => {
  const email = 'reactions@people.test';
  const { id } = await newSubscriber(email);
  const [teamId, key] = [api.teamId, personKey(api.teamId, email)];
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const touch = { teamId, personKey: key, sender: 'transactional', senderId: id } as const;
  await api.db.touch.create({ data: { ...touch, kind: 'open', at: at(1) } });
  await api.db.touch.create({ data: { ...touch, kind: 'click', at: at(2) } });
  const report = { teamId, personKey: key, reason: 'full', key: Buffer.from('activity') };
  await api.db.feedback.create({ data: { ...report, kind: 'soft_bounce', cause: 'mailbox_full', at: at(3) } });
  const nothing = { event: null, mail: null, campaign: null, touch: null, feedback: null, change: null };
  const occurred_at = expect.any(String);
  const sent = { sender: 'transactional', sender_id: id };
  expect((await activityOf(id)).slice(0, 3)).toEqual([
    {
      ...nothing,
      type: 'feedback',
      occurred_at,
      feedback: { kind: 'soft_bounce', reason: 'full', cause: 'mailbox_full', message_id: null },
    },
    { ...nothing, type: 'touch', occurred_at, touch: { reaction: 'click', ...sent } },
    { ...nothing, type: 'touch', occurred_at, touch: { reaction: 'open', ...sent } },
  ]);
  const query = `query ($id: ID!) { subscriber(id: $id) { activity(first: 4) { nodes {
    __typename id ... on Engagement { engagementKind } ... on Feedback { reason } ... on SubscriberChange { type list { name } tags }
  } } } }`;
  const id_ = expect.any(String);
  expect((await ask(api, query, { id })).subscriber.activity.nodes).toEqual([
    { __typename: 'Feedback', id: id_, reason: 'full' },
    { __typename: 'Engagement', id: id_, engagementKind: 'CLICK' },
    { __typename: 'Engagement', id: id_, engagementKind: 'OPEN' },
    { __typename: 'SubscriberChange', id: `${id}.subscribed`, type: 'SUBSCRIBED', list: { name: 'News' }, tags: [] },
  ]);
});

test('importing people and deleting a tag record no changes, and erasing a person deletes their changes', async () => {
  const before = await api.db.subscriberChange.count();
  const { id } = await newSubscriber('quiet@people.test');
  const tags = (await api.rest('GET', '/tags')).body.data as { id: string; name: string }[];
  await api.rest('DELETE', `/tags/${tags.find(({ name }) => name === 'old')?.id}`);
  expect(await api.db.subscriberChange.count()).toBe(before);
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  expect(await api.db.subscriberChange.count({ where: { subscriberId: id } })).toBe(1);
  await api.rest('POST', '/people/erase', { email: 'quiet@people.test' });
  expect(await api.db.subscriberChange.count({ where: { subscriberId: id } })).toBe(0);
});
