import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../support/bounces.ts';
import { type FeedbackApp, openFeedbackApp, UNTOUCHED } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { all } from '../../support/segments.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let today: string;
beforeAll(async () => {
  await awayFromMidnight();
  today = new Date().toISOString().slice(0, 10);
  feedbackApp = await openFeedbackApp();
});
afterAll(() => feedbackApp.close());

const BLOCKED = '554 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org';

/** A mail that the recipient's server refuses in the session. */
async function refused(email: string, answer: string) {
  feedbackApp.inbox.server.recipients.set(email, answer);
  const mail = { template: 'T', from: 'shop@shop.test', to: [email] };
  const { id } = (await feedbackApp.api.rest('POST', '/transactional-mails', mail)).body.data;
  await until(
    async () => (await feedbackApp.api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'failed',
  );
  return id as string;
}

/** A mail that bounces later. */
async function bounce(email: string, status: string, words: string) {
  const mail = await feedbackApp.sendTo(email);
  const fields = `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${words}\n`;
  expect(await feedbackApp.sendToListener(mail.returnPath, report(mail, fields))).toBe(250);
  return mail;
}

const counts = async (query = '') => (await feedbackApp.api.rest('GET', `/refusals${query}`)).body.data;
const causesOf = async (id: string) =>
  (await feedbackApp.api.rest('GET', `/transactional-mails/${id}/timeline`)).body.data.flatMap(
    ({ cause }: { cause?: string | null }) => cause ?? [],
  );

describe('a refusal that is about us', () => {
  test('in the session is counted by day, domains, transport and cause, with words but without addresses', async () => {
    const id = await refused('ann@strict.test', `${BLOCKED} for ann@strict.test`);
    expect(
      await until(async () => (await counts('?domain=strict.test')).length === 1 && counts('?domain=strict.test')),
    ).toEqual([
      {
        ...{ day: today, cause: 'blocked', sending_domain: 'shop.test', recipient_domain: 'strict.test' },
        ...{ transport: null, count: 1, reason: `${BLOCKED} for …`, last_at: expect.any(String) },
      },
    ]);
    expect(await causesOf(id)).toEqual(['blocked']);
    await refused('bob@strict.test', BLOCKED);
    await until(async () => (await counts('?domain=strict.test'))[0].count === 2);
    expect((await feedbackApp.api.rest('GET', '/suppressions?email=ann@strict.test')).body.data).toEqual([]);
  });

  test('reported by a bounce is counted too, though without our domain, and no person bounces for it', async () => {
    const mail = await bounce('cem@later.test', '5.7.26', '550 5.7.26 Unauthenticated email is not accepted (DMARC)');
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...UNTOUCHED, timeline: ['soft_bounced'] });
    expect(await counts('?cause=authentication')).toMatchObject([
      { cause: 'authentication', sending_domain: null, recipient_domain: 'later.test', count: 1 },
    ]);
    expect(await causesOf(mail.id)).toEqual(['authentication']);
  });

  test('is the same in GraphQL, and hidden from the other team', async () => {
    const query = `query { sendingRefusals(domain: "strict.test", since: "${today}") { day cause sendingDomain recipientDomain transportId transport { id } count } }`;
    expect(await ask(feedbackApp.api, query)).toEqual({
      sendingRefusals: [
        {
          ...{ day: today, cause: 'BLOCKED', sendingDomain: 'shop.test', recipientDomain: 'strict.test' },
          ...{ transportId: null, transport: null, count: 2 },
        },
      ],
    });
    expect(await ask(feedbackApp.api, query, {}, { token: feedbackApp.api.otherToken })).toEqual({
      sendingRefusals: [],
    });
  });
});

test('a refusal about the recipient is not counted, because the sender cannot change it', async () => {
  await refused('nobody@gone.test', '550 5.1.1 No such user');
  await bounce('full@gone.test', '5.2.2', '552 5.2.2 Mailbox full');
  expect(await counts('?domain=gone.test')).toEqual([]);
});

test('bounce causes can be a segment rule', async () => {
  await bounce('dan@full.test', '5.2.2', '552 5.2.2 The mailbox is over its quota');
  const count = async (operator: string, value: object) => {
    const conditions = all(
      { type: 'bounce', operator, value },
      { type: 'email', operator: 'domain_is', value: 'full.test' },
    );
    const { status, body } = await feedbackApp.api.rest('POST', `/lists/${feedbackApp.list}/segments/preview`, {
      conditions,
    });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.data.subscribers_count;
  };
  await feedbackApp.sendTo('eve@full.test');
  expect(await count('bounced', { cause: 'mailbox_full', within_days: 30 })).toBe(1);
  expect(await count('bounced', {})).toBe(1);
  expect(await count('bounced', { cause: 'spam' })).toBe(0);
  expect(await count('not_bounced', { cause: 'mailbox_full' })).toBe(1);
  const conditions = all({ type: 'bounce', operator: 'bounced', value: { cause: 'full' } });
  const refused = await feedbackApp.api.rest('POST', `/lists/${feedbackApp.list}/segments/preview`, { conditions });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['conditions.rules.0.value.cause']]);
});

test.each([
  ['cause=spammy', 'cause'],
  ['since=yesterday', 'since'],
  ['since=2026-02-01&until=2026-01-01', 'until'],
  ['domain=a@b.test', 'domain'],
  ['from=2026-01-01', 'from'],
])('refusals cannot be filtered by %s', async (query, field) => {
  const { status, body } = await feedbackApp.api.rest('GET', `/refusals?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
