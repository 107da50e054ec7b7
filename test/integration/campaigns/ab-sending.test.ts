import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import type { Received } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Loud', subject: 'LOUD', content: '<p>HELLO</p>' });
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const VARIANTS = [
  { name: 'Plain', subject: 'Plain' },
  { name: 'Loud', template: 'Loud', from_name: 'The LOUD shop' },
  { name: 'Named', subject: 'For {{ subscriber.email }}', preheader: 'Peek inside' },
];
const TEST = { variants: VARIANTS, sample_percent: 20, decide_after: 'PT4H', by: 'clicks' };

async function sendTo(people: number, prefix: string, test: object = TEST): Promise<string> {
  const list = await makeList(api, { from_name: 'The shop' });
  await subscribeMany(api, list, rowsOf(people, prefix));
  const id = await makeCampaign(api, list, { test });
  const { status, body } = await api.rest('POST', `/campaigns/${id}/send`);
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
}

const messagesOf = (campaignId: string) => api.db.message.findMany({ where: { campaignId } });
const cameTo = (prefix: string) =>
  inbox.server.received.filter(({ envelope }) => new RegExp(`^${prefix}\\d+@`).test(envelope.to[0]!));
const pick = (id: string, variant: unknown) => api.rest('POST', `/campaigns/${id}/pick`, { variant });
const moveDecision = (id: string) =>
  api.db.campaign.updateMany({ where: { id }, data: { decideAt: new Date(Date.now() - 60_000) } });

/** The expected variant of each person, computed as documented. */
async function naiveSplit(id: string, percent: number, variants: number): Promise<Map<string, number | null>> {
  const hash = (key: string) => createHash('md5').update(`${id}${key}`).digest('hex');
  const keys = (await messagesOf(id)).map(({ personKey }) => personKey!);
  keys.sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  const sample = Math.ceil((keys.length * percent) / 100);
  return new Map(keys.map((key, rank) => [key, rank < sample ? 1 + (rank % variants) : null]));
}

test('a sample gets the variants in even shares, the rest gets the chosen one, and each person gets one', async () => {
  const id = await sendTo(100, 'picked');
  await until(() => cameTo('picked').length === 20);
  const sending = await readCampaign(api, id);
  expect(sending).toMatchObject({ status: 'sending', recipients_count: 100 });
  expect(sending.test).toMatchObject({ winner: null, decided_at: null, decided_by: null, by: 'clicks' });
  const { enqueuedAt } = await api.db.campaign.findFirstOrThrow({ where: { id } });
  expect(Date.parse(sending.test.decide_at)).toBe(enqueuedAt!.getTime() + 4 * 3_600_000);
  const sample = (await messagesOf(id)).filter(({ variant }) => variant !== null);
  expect(new Map(sample.map(({ personKey, variant }) => [personKey, variant]))).toEqual(
    new Map([...(await naiveSplit(id, 20, 3))].filter(([, variant]) => variant !== null)),
  );
  expect([1, 2, 3].map((n) => sample.filter(({ variant }) => variant === n).length)).toEqual([7, 7, 6]);
  const waiting = (await api.rest('GET', `/campaigns/${id}/recipients?state=queued`)).body;
  expect([waiting.meta.total, waiting.data[0].due_at]).toEqual([80, null]);

  const answer = await pick(id, 2);
  expect(answer.status).toBe(200);
  expect(answer.body.data.test).toMatchObject({ winner: 2, decided_by: 'hand', decided_at: expect.any(String) });
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: 100, recipients_count: 100 });
  const mails = cameTo('picked');
  expect(new Set(mails.map(({ envelope }) => envelope.to[0])).size).toBe(100);
  expect(mails).toHaveLength(100);
  const variants = new Map((await messagesOf(id)).map(({ id, variant }) => [id, variant]));
  for (const { mail, envelope } of mails) {
    const variant = variants.get(mail.messageId!.slice(1, 37));
    expect([mail.subject, mail.from?.text, mail.html || '']).toEqual(
      {
        1: ['Plain', expect.stringContaining('The shop'), expect.stringContaining('Hello')],
        2: ['LOUD', expect.stringContaining('The LOUD shop'), expect.stringContaining('HELLO')],
        3: [
          `For ${envelope.to[0]}`,
          expect.stringContaining('The shop'),
          expect.stringMatching(/Peek inside[\s\S]*Hello/),
        ],
      }[variant!],
    );
  }
  expect([...variants.values()].filter((variant) => variant === 2)).toHaveLength(87);
});

test('“view in browser” shows the variant of the message', async () => {
  const content = '<p>HELLO</p><a href="{{ view_url }}">View</a>';
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Viewed', content });
  const variants = [
    { name: 'A', template: 'Viewed' },
    { name: 'B', template: 'Viewed', subject: 'Other' },
    { name: 'C', template: 'Loud' },
  ];
  await sendTo(3, 'viewer', { variants, sample_percent: 100, by: 'opens' });
  await until(() => cameTo('viewer').length === 3);
  const views = cameTo('viewer').flatMap(
    ({ mail }) => /http:\/\/[^/"]+(\/view\/[\w-]+)/.exec(mail.html || '')?.[1] ?? [],
  );
  expect(views).toHaveLength(2);
  for (const view of views) {
    const { payload } = await api.app.inject({ url: view });
    expect(payload).toContain('HELLO');
    expect(payload).not.toContain('of News');
  }
});

test('a sample of 100 % is a plain split: everybody gets a variant, no winner is chosen, and it ends', async () => {
  const id = await sendTo(10, 'split', { ...TEST, sample_percent: 100 });
  const campaign = await untilEnded(api, id);
  expect(campaign).toMatchObject({ sent_count: 10, test: { winner: null, decide_at: null, sample_percent: 100 } });
  const got = (await messagesOf(id)).map(({ variant }) => variant).sort();
  expect(got).toEqual([1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  expect((await pick(id, 1)).status).toBe(409);
});

test('each variant can be previewed, sent as a test, and copied', async () => {
  const list = await makeList(api, { from_name: 'The shop' });
  await subscribeMany(api, list, rowsOf(2, 'proof'));
  const id = await makeCampaign(api, list, { test: TEST });
  const preview = async (query: string) =>
    (await api.rest('GET', `/campaigns/${id}/preview${query}`)).body.data.subject;
  expect([await preview(''), await preview('?variant=1'), await preview('?variant=2')]).toEqual([
    'Plain',
    'Plain',
    'LOUD',
  ]);
  for (const variant of [0, 4])
    expect((await api.rest('GET', `/campaigns/${id}/preview?variant=${variant}`)).status).toBe(422);
  expect((await api.rest('POST', `/campaigns/${id}/test`, { to: ['staff@shop.test'], variant: 2 })).status).toBe(201);
  const [{ mail }] = (await inbox.mailTo('staff@shop.test')) as [Received];
  expect([mail.subject, mail.from?.text]).toEqual(['[Test] LOUD', expect.stringContaining('The LOUD shop')]);
  const copy = (await api.rest('POST', `/campaigns/${id}/duplicate`)).body.data;
  expect(copy.test).toEqual((await readCampaign(api, id)).test);
});

test('a scheduled campaign sends the fixed variants, even if their templates change', async () => {
  const { data: template } = (await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Short-lived' })).body;
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(4, 'scheduled'));
  const variants = [
    { name: 'A', subject: 'First' },
    { name: 'B', subject: 'Second', template: 'Short-lived' },
  ];
  const id = await makeCampaign(api, list, { test: { variants, sample_percent: 100, by: 'opens' } });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  expect((await api.rest('POST', `/campaigns/${id}/schedule`, { at })).status).toBe(200);
  await api.rest('DELETE', `/templates/${template.id}`);
  await api.db.campaign.updateMany({ where: { id }, data: { scheduledAt: new Date(Date.now() - 1_000) } });
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: 4 });
  const subjects = cameTo('scheduled').map(({ mail }) => mail.subject);
  expect(subjects.sort()).toEqual(['First', 'First', 'Second', 'Second']);
});

const READER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

test('at its time the rule decides by people’s reactions, and the rest gets the winner', async () => {
  const id = await sendTo(50, 'ruled');
  await until(async () => (await messagesOf(id)).filter(({ state }) => state === 'sent').length === 10);
  // A minute later, because an immediate open counts as a machine's.
  await api.db.message.updateMany({
    where: { campaignId: id, state: 'sent' },
    data: { sentAt: new Date(Date.now() - 60_000) },
  });
  const messages = await messagesOf(id);
  const fetched = { 1: 'curl/8.0', 3: READER };
  for (const [variant, agent] of Object.entries(fetched)) {
    const ids = messages.filter((message) => message.variant === Number(variant)).map(({ id }) => id);
    const received = cameTo('ruled').filter(({ mail }) => ids.includes(mail.messageId!.slice(1, 37)));
    for (const { mail } of received.slice(0, 2)) {
      const [link] = /\/click\/[\w-]+[^"]*/.exec(mail.html || '') ?? expect.fail();
      await api.app.inject({ url: link.replaceAll('&amp;', '&'), headers: { 'user-agent': agent } });
    }
  }
  const clicked = async () => (await api.rest('GET', `/campaigns/${id}/report`)).body.data.variants[2].clicks.unique;
  await expect.poll(clicked, { timeout: 180_000 }).toBe(2);
  await moveDecision(id);
  const campaign = await untilEnded(api, id);
  expect(campaign).toMatchObject({ status: 'sent', sent_count: 50, test: { winner: 3, decided_by: 'rule' } });
  expect((await messagesOf(id)).filter(({ variant }) => variant === 3)).toHaveLength(43);
  expect(cameTo('ruled')).toHaveLength(50);
  const report = (await api.rest('GET', `/campaigns/${id}/report`)).body.data;
  expect(report.variants).toMatchObject([
    { variant: 1, name: 'Plain', winner: false, sent: 4, clicks: { unique: 0, scanners: 2 } },
    { variant: 2, name: 'Loud', winner: false, sent: 3 },
    { variant: 3, name: 'Named', winner: true, sent: 43, clicks: { unique: 2 }, p_value: expect.any(Number) },
  ]);
});

test('a paused campaign decides at its time, and sends the rest once it is resumed', async () => {
  const id = await sendTo(50, 'paused');
  await until(() => cameTo('paused').length === 10);
  expect((await api.rest('POST', `/campaigns/${id}/pause`)).status).toBe(200);
  await moveDecision(id);
  await until(async () => (await readCampaign(api, id)).test.winner === 1);
  await until(async () => (await messagesOf(id)).every(({ variant }) => variant !== null));
  expect(cameTo('paused')).toHaveLength(10);
  expect((await api.rest('POST', `/campaigns/${id}/resume`)).status).toBe(200);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: 50 });
});

test('a cancelled campaign decides nothing, and its rest is withheld', async () => {
  const id = await sendTo(50, 'cancelled');
  await until(() => cameTo('cancelled').length === 10);
  await api.rest('POST', `/campaigns/${id}/cancel`);
  await moveDecision(id);
  await until(async () => (await readCampaign(api, id)).withheld_count === 40);
  expect((await pick(id, 1)).status).toBe(409);
  expect((await readCampaign(api, id)).test).toMatchObject({ winner: null, decided_by: null });
  expect(
    (await messagesOf(id)).filter(({ state }) => state === 'withheld').every(({ variant }) => variant === null),
  ).toBe(true);
});

test('people who unsubscribe while the rest waits do not get it', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(10, 'leaves'));
  const id = await makeCampaign(api, list, { test: { ...TEST, sample_percent: 1 } });
  await api.rest('POST', `/campaigns/${id}/send`);
  const { data } = await until(async () => {
    const { body } = await api.rest('GET', `/campaigns/${id}/recipients?state=queued`);
    return cameTo('leaves').length === 1 && body;
  });
  const leaver = (await api.rest('GET', `/lists/${list}/subscribers?email=${data[0].email}`)).body.data[0];
  await api.rest('POST', `/subscribers/${leaver.id}/unsubscribe`);
  await pick(id, 3);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: 9, withheld_count: 1 });
  expect(cameTo('leaves').map(({ envelope }) => envelope.to[0])).not.toContain(leaver.email);
});

test('a winner can be chosen only among the variants, and only while the test runs', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(4, 'late'));
  const draft = await makeCampaign(api, list, { test: TEST });
  expect((await pick(draft, 1)).status).toBe(409);
  const plain = await makeCampaign(api, list);
  expect((await pick(plain, 1)).status).toBe(409);
  const id = await sendTo(10, 'manual', { ...TEST, by: 'manual', decide_after: undefined });
  await until(async () => (await readCampaign(api, id)).sent_count === 2);
  expect((await readCampaign(api, id)).test).toMatchObject({ by: 'manual', decide_at: null, winner: null });
  for (const variant of [4, 7, 0, -1, 1.5, '1', null, undefined, [1]]) {
    const { status, body } = await pick(id, variant);
    expect([variant, status, Object.keys(body.errors)]).toEqual([variant, 422, ['variant']]);
  }
  expect((await api.rest('POST', `/campaigns/${id}/pick`, { variant: 1 }, { token: api.otherToken })).status).toBe(404);
  expect((await api.rest('POST', `/campaigns/${id}/pick`, { variant: 1 }, { token: api.readToken })).status).toBe(403);
  const {
    pickCampaignVariant: { campaign: pickCampaignVariant },
  } = await ask(
    api,
    `mutation { pickCampaignVariant(input: { id: "${id}", variant: 3 }) { campaign { abTest { winner decidedBy variants { number name } } } } }`,
  );
  expect(pickCampaignVariant.abTest).toEqual({
    ...{ winner: 3, decidedBy: 'MANUAL' },
    variants: VARIANTS.map(({ name }, index) => ({ number: index + 1, name })),
  });
  expect((await pick(id, 1)).status).toBe(409);
  await untilEnded(api, id);
  expect((await readCampaign(api, id)).test.winner).toBe(3);
});
