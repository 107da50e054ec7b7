import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { report } from '../../support/bounces.ts';
import { BOUNCED, type FeedbackApp, openFeedbackApp, UNTOUCHED } from '../../support/feedback.ts';
import { receivedAllNotices } from '../../support/received-notices.ts';
import { statement } from '../../support/statement.ts';

const OUTAGE = '2026-11-10T08:00:00Z';

let feedbackApp: FeedbackApp;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
});
afterAll(() => feedbackApp.close());

/** A person whose address bounced at a given time. */
async function bouncedAt(email: string, at: string) {
  const mail = await feedbackApp.sendTo(email);
  const fields = `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user\n`;
  await feedbackApp.sendToListener(mail.returnPath, report(mail, fields));
  expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
  await statement(
    feedbackApp.api.databaseUrl,
    `update suppressions set created_at = '${at}' where team_id = ${feedbackApp.api.teamId} and target = '${email}'`,
  );
  return mail;
}

const lift = (query: Record<string, string>, options = {}) =>
  feedbackApp.api.rest('DELETE', `/suppressions?${new URLSearchParams(query)}`, undefined, options);
const statusOf = async (email: string, list = feedbackApp.list) =>
  (await readSubscriber(feedbackApp.api, list, email)).status;

describe('bounces of a provider outage are undone', () => {
  test('counted first, then lifted, with the subscriptions, for its domain and time alone', async () => {
    const before = await bouncedAt('before@outage.test', '2026-11-10T07:59:59Z');
    const during = await bouncedAt('during@outage.test', OUTAGE);
    const elsewhere = await bouncedAt('during@elsewhere.test', OUTAGE);
    const below = await bouncedAt('during@mail.outage.test', OUTAGE);
    const query = { reason: 'hard_bounce', since: OUTAGE, domain: 'Outage.test' };
    const counted = await lift({ ...query, dry_run: 'true' });
    expect([counted.status, counted.body]).toEqual([
      200,
      { data: { dry_run: true, suppressions: 1, subscriptions: 1, remaining: 0 } },
    ]);
    const earlier = { ...query, since: '2026-11-10T00:00:00Z', dry_run: 'true' };
    expect((await lift({ ...earlier, until: OUTAGE })).body.data).toMatchObject({ suppressions: 1, subscriptions: 1 });
    expect((await lift(earlier)).body.data).toMatchObject({ suppressions: 2, subscriptions: 2 });
    expect(await feedbackApp.stateOf(during)).toEqual(BOUNCED);
    const lifted = await lift(query);
    expect(lifted.body.data).toEqual({ dry_run: false, suppressions: 1, subscriptions: 1, remaining: 0 });
    expect(await feedbackApp.stateOf(during)).toEqual({ ...UNTOUCHED, timeline: ['bounced'] });
    for (const other of [before, elsewhere, below]) expect(await feedbackApp.stateOf(other)).toEqual(BOUNCED);
    expect((await lift(query)).body.data).toMatchObject({ suppressions: 0, subscriptions: 0 });
  });

  test('the next mail to the address is sent again', async () => {
    await bouncedAt('again@outage.test', OUTAGE);
    await lift({ reason: 'hard_bounce', since: OUTAGE, domain: 'outage.test' });
    await feedbackApp.sendTo('again@outage.test');
  });

  test('in GraphQL too, and subscribers of the list are notified', async () => {
    const { to } = await bouncedAt('live@outage.test', OUTAGE);
    const { id } = await readSubscriber(feedbackApp.api, feedbackApp.list, to);
    await receivedAllNotices(feedbackApp.api);
    const announced: string[] = [];
    const silence = feedbackApp.api.installation.pubsub.on(
      'subscriber.changed',
      ({ ids }) => void announced.push(...ids),
    );
    const { body } = await feedbackApp.api.graphql(
      `mutation { deleteSuppressions(input: { reason: HARD_BOUNCE, since: "${OUTAGE}", until: "2026-11-11T00:00:00Z", domain: "outage.test" }) {
         dryRun suppressions subscriptions remaining } }`,
    );
    expect(body.data.deleteSuppressions).toEqual({ dryRun: false, suppressions: 1, subscriptions: 1, remaining: 0 });
    await receivedAllNotices(feedbackApp.api);
    expect(announced).toEqual([id]);
    silence();
  });

  test('unconfirmed people stay so, and so do people who left or complained; other lists resume too', async () => {
    const { api, list } = feedbackApp;
    const strict = await makeList(api, { requires_confirmation: true });
    const mail = { email: 'many@outage.test' };
    await subscribe(api, strict, [mail]);
    const left = await makeList(api);
    const { data } = await subscribe(api, left, [mail]);
    await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
    await bouncedAt(mail.email, OUTAGE);
    expect(await statusOf(mail.email, strict)).toBe('bounced');
    expect((await lift({ reason: 'hard_bounce', since: OUTAGE, domain: 'outage.test' })).body.data).toMatchObject({
      suppressions: 1,
      subscriptions: 2,
    });
    expect(await Promise.all([list, strict, left].map((id) => statusOf(mail.email, id)))).toEqual([
      'subscribed',
      'unconfirmed',
      'unsubscribed',
    ]);
  });

  test('a suppressed domain keeps its addresses suppressed', async () => {
    const mail = await bouncedAt('kept@closed.test', OUTAGE);
    await feedbackApp.api.rest('POST', '/suppressions', { domain: 'closed.test' });
    const lifted = await lift({ reason: 'hard_bounce', since: OUTAGE, domain: 'closed.test' });
    expect(lifted.body.data).toMatchObject({ suppressions: 1, subscriptions: 0 });
    expect((await feedbackApp.stateOf(mail)).status).toBe('bounced');
  });
});

test('a retry with the same key lifts nothing twice and gives the same answer', async () => {
  await bouncedAt('key@outage.test', OUTAGE);
  const query = { reason: 'hard_bounce', since: OUTAGE, domain: 'outage.test' };
  const headers = { 'idempotency-key': 'lift-1' };
  const first = await lift(query, { headers });
  expect(first.body.data.suppressions).toBe(1);
  expect((await lift(query, { headers })).body).toEqual(first.body);
});

test.each([
  [{}, ['reason', 'since']],
  [{ reason: 'hard_bounce' }, ['since']],
  [{ reason: 'complaint', since: OUTAGE }, ['reason']],
  [{ reason: 'erased', since: OUTAGE }, ['reason']],
  [{ reason: 'hard_bounce', since: 'yesterday' }, ['since']],
  [{ reason: 'hard_bounce', since: OUTAGE, until: '2026' }, ['until']],
  [{ reason: 'hard_bounce', since: OUTAGE, domain: 'a@b.test' }, ['domain']],
  [{ reason: 'hard_bounce', since: OUTAGE, dry_run: 'perhaps' }, ['dry_run']],
  [{ reason: 'hard_bounce', since: OUTAGE, dryrun: 'true' }, ['dryrun']],
])('%j is refused, and lifts nothing', async (query, fields) => {
  const before = await feedbackApp.suppressions();
  const { status, body } = await lift(query);
  expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  expect(await feedbackApp.suppressions()).toBe(before);
});

test('a read token cannot lift, and another team has nothing to lift', async () => {
  await bouncedAt('mine@outage.test', OUTAGE);
  const query = { reason: 'hard_bounce', since: OUTAGE, domain: 'outage.test' };
  expect((await lift(query, { token: feedbackApp.api.otherToken })).body.data).toMatchObject({ suppressions: 0 });
  const { body } = await feedbackApp.api.rest('POST', '/tokens', { name: 'Reader', ability: 'read' });
  expect((await lift({ ...query, dry_run: 'true' }, { token: body.data.token })).status).toBe(403);
  expect(await statusOf('mine@outage.test')).toBe('bounced');
});
