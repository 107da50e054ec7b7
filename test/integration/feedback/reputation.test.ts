import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { subscribe } from '../../support/audience.ts';
import { complaint, HARD, SOFT } from '../../support/bounces.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
beforeAll(async () => {
  await awayFromMidnight();
  feedbackApp = await openFeedbackApp();
});
afterAll(() => feedbackApp.close());

const today = () => new Date().toISOString().slice(0, 10);

const read = async (query = '', token?: string) =>
  (await feedbackApp.api.rest('GET', `/reputation${query}`, undefined, token ? { token } : {})).body.data;

/** A provider's figures, once they match the expectation: counting happens after the answers. */
const says = (query: string, expected: object) =>
  expect.poll(() => read(query), { timeout: 180_000 }).toEqual([expect.objectContaining(expected)]);

/** Sends a mail with the given server answer; waits for its end. */
async function send(to: string, from: string, ...answers: string[]) {
  const { api, inbox } = feedbackApp;
  inbox.server.replies.push(...(answers as '550 no'[]));
  const { body } = await api.rest('POST', '/transactional-mails', { template: 'T', from, to: [to] });
  return until(async () => {
    const { data } = (await api.rest('GET', `/transactional-mails/${body.data.id}`)).body;
    return data.status !== 'pending' && data;
  });
}

test('a provider’s acceptances, refusals, deferrals and bounces are counted by day, all its domains together', async () => {
  const from = 'shop@first.test';
  const [one, two] = [
    await feedbackApp.sendTo('one@gmail.com', { from }),
    await feedbackApp.sendTo('two@googlemail.com', { from }),
  ];
  await send('gone@gmail.com', from, '550 5.1.1 No such user here');
  await send('full@gmail.com', from, '552 5.2.2 The mailbox is full');
  await send('blocked@gmail.com', from, '554 5.7.1 Blocked using zen.spamhaus.org');
  await send('slow@gmail.com', from, '452 4.7.28 Too many messages from your address, rate limited');
  await feedbackApp.sendToListener(one.returnPath, complaint(one));
  await feedbackApp.sendToListener(
    two.returnPath,
    SOFT.find(([name]) => name.startsWith('a full mailbox, said'))![1](two),
  );
  await says('?sending_domain=first.test', {
    ...{ day: today(), provider: 'gmail', sent: 3, failed: 3, deferred: 1 },
    ...{ hard_bounces: 1, soft_bounces: 3, complaints: 1, blocks: 2 },
    soft_bounce_causes: [
      { cause: 'mailbox_full', count: 2 },
      { cause: 'blocked', count: 1 },
    ],
    ...{ bounce_rate: 0.666667, complaint_rate: 0.333333, block_rate: 0.285714 },
  });
});

test('a deferred first attempt does not count as blocked, and a later bounce counts beside the sent message', async () => {
  const from = 'shop@second.test';
  await send('grey@people.example', from, '450 4.2.0 Greylisted, come back later');
  const sent = await feedbackApp.sendTo('left@people.example', { from });
  await feedbackApp.sendToListener(sent.returnPath, HARD[0]![1](sent));
  await feedbackApp.sendToListener(sent.returnPath, HARD[0]![1](sent));
  await says('?sending_domain=second.test', {
    ...{ provider: 'people.example', sent: 2, failed: 0, deferred: 1, hard_bounces: 1, soft_bounces: 0 },
    ...{ soft_bounce_causes: [], complaints: 0, blocks: 0, bounce_rate: 0.5, complaint_rate: 0, block_rate: 0 },
  });
});

test('a mail to several people who all receive it counts as one message, after any number of attempts', async () => {
  const { api, inbox } = feedbackApp;
  const to = ['first@several.example', 'second@several.example'];
  inbox.server.recipients.set(to[1]!, '452 4.2.2 Full today');
  const mail = { template: 'T', from: 'shop@several.test', to };
  const { body } = await api.rest('POST', '/transactional-mails', mail);
  await until(() => inbox.server.received.some(({ raw }) => raw.includes(body.data.id)));
  inbox.server.recipients.delete(to[1]!);
  await says('?sending_domain=several.test', { sent: 1, failed: 0 });
});

test('the counts stay when the campaign and its people are gone', async () => {
  const { api } = feedbackApp;
  const jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  const list = (await api.rest('POST', '/lists', { name: 'L', from_email: 'news@third.test' })).body.data.id;
  await subscribe(api, list, [{ email: 'a@web.de' }, { email: 'b@gmx.at' }]);
  const id = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${id}/send`);
  await untilEnded(api, id);
  const [{ envelope, raw } = expect.fail()] = await feedbackApp.inbox.mailTo('a@web.de');
  const message = { id, to: 'a@web.de', returnPath: envelope.from, raw };
  expect(await feedbackApp.sendToListener(envelope.from, complaint(message))).toBe(250);
  const expected = { provider: 'gmx', sent: 2, complaints: 1, complaint_rate: 0.5 };
  await says('?sending_domain=third.test', expected);
  expect((await api.rest('DELETE', `/campaigns/${id}`)).status).toBe(204);
  expect((await api.rest('POST', '/people/erase', { email: 'a@web.de' })).status).toBeLessThan(300);
  expect((await api.rest('DELETE', `/lists/${list}`)).status).toBe(204);
  await says('?sending_domain=third.test', expected);
  await jobs.stop();
});

test("another team's messages are excluded, and a read token may read", async () => {
  await feedbackApp.sendTo('someone@yahoo.com', { from: 'shop@fourth.test' });
  await says('?sending_domain=fourth.test', { provider: 'yahoo' });
  expect(await read('?sending_domain=fourth.test', feedbackApp.api.readToken)).toHaveLength(1);
  expect(await read('', feedbackApp.api.otherToken)).toEqual([]);
});

describe('of many', () => {
  const row = (recipientDomain: string, count: number, more: object = {}) => ({
    ...{ teamId: feedbackApp.api.teamId, day: new Date('2025-03-01'), sendingDomain: 'old.test', recipientDomain },
    ...{ outcome: 'sent', cause: '', holder: 1, count, ...more },
  });
  beforeAll(async () => {
    await feedbackApp.api.db.deliveryCount.createMany({
      data: [
        ...Array.from({ length: 60 }, (_, index) => row(`domain${index}.example`, 100 - index)),
        row('gmail.com', 500),
        row('gmail.com', 40, { holder: 2 }),
        row('googlemail.com', 7, { sendingDomain: 'other.test' }),
        row('gmail.com', 3, { day: new Date('2025-03-02') }),
        row('gmail.com', 9, { outcome: 'soft_bounce', cause: 'policy', holder: 0, day: new Date('2025-03-02') }),
      ],
    });
  });
  const march = '?since=2025-03-01&until=2025-03-31';

  test('the 50 largest providers are shown, and the rest are combined', async () => {
    const rows = await read(march);
    expect(rows).toHaveLength(52);
    expect(rows[0]).toMatchObject({ day: '2025-03-02', provider: 'gmail', sent: 3, soft_bounces: 9, bounce_rate: 3 });
    expect(rows[1]).toMatchObject({ day: '2025-03-01', provider: 'gmail', sent: 547 });
    expect(rows[2]).toMatchObject({ provider: 'domain0.example', sent: 100 });
    const rest = Array.from({ length: 11 }, (_, index) => 51 - index).reduce((sum, count) => sum + count, 0);
    expect(rows.at(-1)).toMatchObject({ day: '2025-03-01', provider: 'other', sent: rest });
  });

  test.each([
    ['&sending_domain=other.test', [{ provider: 'gmail', sent: 7 }]],
    ['&provider=gmail&until=2025-03-01', [{ provider: 'gmail', sent: 547 }]],
    ['&provider=googlemail.com', [{ provider: 'gmail', sent: 7 }]],
    ['&provider=Domain59.Example', [{ provider: 'domain59.example', sent: 41 }]],
    ['&provider=elsewhere.example', []],
    ['&since=2025-03-02', [{ day: '2025-03-02', sent: 3 }]],
  ])('%s filters it', async (filter, expected) => {
    const query = new URLSearchParams(march);
    for (const [name, value] of new URLSearchParams(filter)) query.set(name, value);
    expect(await read(`?${query}`)).toMatchObject(expected);
  });

  test('GraphQL returns the same', async () => {
    const query = `{ reputation(since: "2025-03-02", until: "2025-03-02", sendingDomain: "old.test", provider: "gmail") {
      day provider sent softBounceCauses { cause count } complaintRate blockRate } }`;
    expect((await ask(feedbackApp.api, query)).reputation).toEqual([
      {
        ...{ day: '2025-03-02', provider: 'gmail', sent: 3, complaintRate: 0, blockRate: 3 },
        softBounceCauses: [{ cause: 'POLICY', count: 9 }],
      },
    ]);
  });
});

test.each([
  ['since', '?since=yesterday'],
  ['until', '?until=2026-02-30'],
  ['until', '?since=2026-02-02&until=2026-02-01'],
  ['until', '?since=2026-01-01&until=2026-04-03'],
  ['sending_domain', '?sending_domain=a%20b'],
  ['provider', '?provider=no%20domain'],
  ['provider', '?provider=other'],
  ['provider', '?provider=constructor'],
  ['domain', '?domain=x.test'],
])('%s is named in the error: %s', async (field, query) => {
  const { status, body } = await feedbackApp.api.rest('GET', `/reputation${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('92 days are allowed', async () => {
  expect((await feedbackApp.api.rest('GET', '/reputation?since=2026-01-01&until=2026-04-02')).status).toBe(200);
});

test('counts are kept for 400 days', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const row = (recipientDomain: string, day: Date) => ({
    ...{ teamId: feedbackApp.api.teamId, day, sendingDomain: 'kept.test', recipientDomain },
    ...{ outcome: 'sent', cause: '', holder: 1, count: 1 },
  });
  await feedbackApp.api.db.deliveryCount.createMany({
    data: [row('old.test', daysAgo(402)), row('new.test', daysAgo(398))],
  });
  const jobs = startJobs(feedbackApp.api.installation);
  const left = () => feedbackApp.api.db.deliveryCount.findMany({ where: { sendingDomain: 'kept.test' } });
  await until(async () => (await left()).length === 1);
  await jobs.stop();
  expect(await left()).toMatchObject([{ recipientDomain: 'new.test' }]);
});
