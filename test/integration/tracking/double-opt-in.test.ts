import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimMails } from '../../../src/domain/ledger/claim-messages.ts';
import { writeLedger } from '../../../src/domain/ledger/write-ledger.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { type Inbox, linkIn, openInbox } from '../../support/inbox.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { linkOf, readAllRows, visit } from '../../support/pages.ts';
import { until } from '../../support/until.ts';

const STRICT = { requires_confirmation: true, name: 'News & more', from_name: 'The Shop' };

let api: TestApp;
let list: string;
let person = 0;
let email: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'http://shop.test/mail' });
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api, STRICT);
  email = `p${person++}@people.test`;
  await api.db.message.deleteMany();
});

const confirmations = (id?: string) => api.db.message.count({ where: { kind: 'confirmation', subscriberId: id } });
const add = async (row: object = {}, to = list) => (await subscribe(api, to, [{ email, ...row }])).data[0].id;
const aMinutePasses = () =>
  api.db.message.updateMany({ data: { createdAt: new Date(Date.now() - 61_000) }, where: { kind: 'confirmation' } });
const resend = (id: string) => api.rest('POST', `/subscribers/${id}/resend-confirmation`);

describe('by e-mail', () => {
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await openInbox(api.installation);
  });
  afterAll(() => inbox.stop());

  test('a form asks once, shows its page any number of times, and confirms only by POST', async () => {
    const id = await add();
    const [message = expect.fail()] = await inbox.mailTo(email);
    expect(message.envelope).toEqual({ from: 'news@shop.test', to: [email] });
    expect(message.mail.from?.text).toBe('"The Shop" <news@shop.test>');
    expect(message.mail.subject).toBe('Please confirm your subscription to News & more');
    expect(message.mail.html).toContain('News &amp; more');
    expect(message.mail.headers.has('list-unsubscribe')).toBe(false);
    expect(message.mail.headers.get('auto-submitted')).toBe('auto-generated');
    const url = linkIn(message, 'confirm');
    expect(url).toMatch(/^http:\/\/shop\.test\/mail\/confirm\//);

    await inbox.settled(id);
    const before = await readAllRows(api);
    for (const method of ['GET', 'HEAD', 'GET', 'GET', 'HEAD'] as const) {
      expect((await visit(api, method, url)).status).toBe(200);
    }
    expect(await readAllRows(api)).toBe(before);

    const done = await visit(api, 'POST', url, 'do=confirm');
    expect([done.status, done.title]).toEqual([200, 'You are subscribed']);
    expect(await readSubscriber(api, list, email)).toMatchObject({
      status: 'subscribed',
      subscribed_at: expect.stringMatching(/Z$/),
    });
    const after = await readAllRows(api);
    const again = await visit(api, 'POST', url, 'do=confirm');
    expect([again.status, again.title]).toEqual([200, 'You are already subscribed']);
    expect(await readAllRows(api)).toBe(after);
    expect(await inbox.mailTo(email)).toHaveLength(1);
  });

  test('an old link does not resubscribe an unsubscribed person', async () => {
    const id = await add();
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    const { status, title } = await visit(api, 'POST', linkOf(api, 'confirm', id), 'do=confirm');
    expect([status, title]).toEqual([200, 'You have unsubscribed']);
    expect((await readSubscriber(api, list, email)).status).toBe('unsubscribed');
  });

  test.each([
    ['en', 'Please confirm your subscription to', 'Confirm subscription'],
    ['de-AT', 'Bitte bestätigen Sie Ihre Anmeldung zu', 'Anmeldung bestätigen'],
    ['fr', 'Veuillez confirmer votre inscription à', 'Confirmer l’inscription'],
    ['es-MX', 'Confirme su suscripción a', 'Confirmar la suscripción'],
    ['nl', 'Bevestig uw aanmelding voor', 'Aanmelding bevestigen'],
    ['ja', 'Please confirm your subscription to', 'Confirm subscription'],
  ])('is in the language of the list: %s', async (locale, subject, action) => {
    await add({}, await makeList(api, { ...STRICT, locale }));
    const [{ mail } = expect.fail()] = await inbox.mailTo(email);
    expect(mail.subject).toBe(`${subject} News & more`);
    expect(mail.text).toContain(action);
    expect(mail.html).toContain(action);
  });

  test("is in the person's language if known and supported, else in the list's", async () => {
    const dutch = await makeList(api, { ...STRICT, locale: 'nl' });
    await add({ locale: 'fr-CA' }, dutch);
    expect((await inbox.mailTo(email))[0]?.mail.subject).toContain('Veuillez');
    await subscribe(api, dutch, [{ email: `x${email}`, locale: 'ja' }]);
    expect((await inbox.mailTo(`x${email}`))[0]?.mail.subject).toContain('Bevestig');
  });

  test('contains no text from the form, and puts a name of several lines on one', async () => {
    const odd = await makeList(api, { ...STRICT, name: 'News\r\nBcc: evil@x.test\u2028end' });
    await add({ first_name: 'Buy at http://spam.test', attributes: { note: 'spam' } }, odd);
    const [{ mail, raw, envelope } = expect.fail()] = await inbox.mailTo(email);
    expect(mail.subject).toBe('Please confirm your subscription to News Bcc: evil@x.test end');
    expect(envelope.to).toEqual([email]);
    expect(raw).not.toContain('spam');
  });

  test('goes out once when the mail server recovers', async () => {
    inbox.server.replies.push('451 later', '451 later');
    const id = await add();
    expect(await inbox.settled(id)).toEqual([{ state: 'sent', lastError: expect.stringContaining('451 later') }]);
    expect(new Set((await inbox.mailTo(email, 3)).map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  test('is repeated on request, with the same link', async () => {
    const id = await add();
    const [first = expect.fail()] = await inbox.mailTo(email);
    await inbox.settled(id);
    await aMinutePasses();
    const { status, body } = await resend(id);
    expect([status, body]).toEqual([201, { data: await readSubscriber(api, list, email) }]);
    const [, second = expect.fail()] = await inbox.mailTo(email, 2);
    expect(linkIn(second, 'confirm')).toBe(linkIn(first, 'confirm'));
    expect(second.mail.messageId).not.toBe(first.mail.messageId);
  });
});

test.each<[string, (id: string) => Promise<{ status: number }>]>([
  ['page', (id) => visit(api, 'POST', linkOf(api, 'confirm', id), 'do=confirm')],
  ['API', (id) => api.rest('POST', `/subscribers/${id}/confirm`)],
])('a returning person who confirms by the %s is no longer unsubscribed', async (_, confirm) => {
  const id = await add();
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  await add({ resubscribe: true });
  const left = { status: 'unconfirmed', unsubscribed_at: expect.stringMatching(/Z$/) };
  expect(await readSubscriber(api, list, email)).toMatchObject(left);
  expect((await confirm(id)).status).toBe(200);
  const back = { status: 'subscribed', subscribed_at: expect.stringMatching(/Z$/), unsubscribed_at: null };
  expect(await readSubscriber(api, list, email)).toMatchObject(back);
});

describe('is not sent to a person who meanwhile', () => {
  const cases: [string, (id: string) => Promise<unknown>, string][] = [
    ['confirmed', (id) => api.rest('POST', `/subscribers/${id}/confirm`), 'no longer waits'],
    ['unsubscribed', (id) => api.rest('POST', `/subscribers/${id}/unsubscribe`), 'no longer waits'],
    ['was suppressed', () => api.rest('POST', '/suppressions', { email }), 'is suppressed'],
  ];

  test.each(cases)('%s', async (_, meanwhile, reason) => {
    const id = await add();
    await meanwhile(id);
    const inbox = await openInbox(api.installation);
    expect(await inbox.settled(id)).toEqual([{ state: 'failed', lastError: expect.stringContaining(reason) }]);
    expect(inbox.server.received.flatMap(({ envelope }) => envelope.to)).not.toContain(email);
    await inbox.stop();
  });

  test.each(cases)('%s between the claim and the sending', async (_, meanwhile) => {
    const id = await add();
    const [claim = expect.fail()] = await claimMails(api.db, { limit: 10, leaseSeconds: 20, holder: 1 });
    await meanwhile(id);
    expect((await writeLedger(api.db, [], [{ claim, recipients: [email] }], 20)).started).toEqual([]);
  });

  test('was deleted, or whose list was deleted', async () => {
    const id = await add();
    await api.rest('DELETE', `/subscribers/${id}`);
    await subscribe(api, list, [{ email: `x${email}` }]);
    await api.rest('DELETE', `/lists/${list}`);
    expect(await confirmations(id)).toBe(0);
    const inbox = await openInbox(api.installation);
    await inbox.settled(id);
    expect(inbox.server.received.flatMap(({ envelope }) => envelope.to)).not.toContain(email);
    await inbox.stop();
  });
});

describe('one confirmation is queued', () => {
  test('for a single new subscriber', async () => {
    const { body } = await api.rest('POST', `/lists/${list}/subscribers`, { email });
    expect(await confirmations(body.data.id)).toBe(1);
  });

  test('by GraphQL too', async () => {
    const query = `mutation ($list: ID!, $email: EmailAddress!) {
      createSubscriber(input: { listId: $list, email: $email }) { subscriber { id } } }`;
    const { body } = await api.graphql(query, { list, email });
    expect(await confirmations(body.data.createSubscriber.subscriber.id)).toBe(1);
  });

  test('once for each person of a batch, and not for failed rows', async () => {
    const { data } = await subscribe(api, list, [
      { email },
      { email: email.toUpperCase() },
      { email: 'nobody' },
      { email: `x${email}` },
    ]);
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['subscribed', 'subscribed', 'failed', 'subscribed'],
    ]);
    expect(await confirmations()).toBe(2);
    expect(await confirmations(data[0].id)).toBe(1);
  });

  test('for each row of an import', async () => {
    const jobs = startJobs(api.installation);
    const answer = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rowsOf(700, 'import') });
    expect(answer.status).toBe(202);
    await until(async () => (await api.rest('GET', `/imports/${answer.body.data.id}`)).body.data.finished_at);
    await jobs.stop();
    expect(await confirmations()).toBe(700);
    expect((await api.db.message.groupBy({ by: ['subscriberId'] })).length).toBe(700);
  });

  test('for a returning person, and not twice while the first waits', async () => {
    const id = await add();
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    await add({ resubscribe: true });
    expect((await readSubscriber(api, list, email)).status).toBe('unconfirmed');
    expect(await confirmations(id)).toBe(1);
    await api.db.message.updateMany({ data: { state: 'sent' } });
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    await add({ resubscribe: true });
    expect(await confirmations(id)).toBe(2);
  });

  test('but not for unconfirmed or subscribed people, or on a list without confirmation', async () => {
    const id = await add();
    await add({ first_name: 'Ann' });
    expect(await confirmations(id)).toBe(1);
    await api.rest('POST', `/subscribers/${id}/confirm`);
    await add({ resubscribe: true });
    expect(await confirmations(id)).toBe(1);
    expect(await confirmations(await add({}, await makeList(api)))).toBe(0);
  });

  test('in the same transaction as the subscriber', async () => {
    const before = await confirmations();
    const { status } = await api.rest('POST', `/lists/${list}/subscribers`, { email, timezone: 'nowhere' });
    expect([status, await confirmations()]).toEqual([422, before]);
  });

  test('once by simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => subscribe(api, list, [{ email }, { email: `x${email}` }])),
    );
    expect(new Set(answers.map(({ data }) => data[0].id)).size).toBe(1);
    expect(await confirmations()).toBe(2);
  });

  test('with the same number of statements for a hundred as for one', async () => {
    const one = await api.statements(() => subscribe(api, list, rowsOf(1, 'one')));
    const hundred = await api.statements(() => subscribe(api, list, rowsOf(100, 'hundred')));
    expect(await confirmations()).toBe(101);
    expect(hundred).toHaveLength(one.length);
  });
});

describe('a repeated confirmation request', () => {
  test('works once a minute', async () => {
    const id = await add();
    const soon = await resend(id);
    expect([soon.status, soon.body]).toEqual([
      422,
      {
        message: 'The subscriber got a confirmation e-mail less than a minute ago. Try again later.',
        errors: { subscriber: ['The subscriber got a confirmation e-mail less than a minute ago. Try again later.'] },
      },
    ]);
    await api.db.message.updateMany({ data: { state: 'sent' } });
    await aMinutePasses();
    const answers = await Promise.all(Array.from({ length: 6 }, () => resend(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
    expect(await confirmations(id)).toBe(2);
  });

  test.each(['subscribed', 'unsubscribed', 'bounced', 'complained'] as const)(
    'is refused for a person who is %s',
    async (status) => {
      const id = await add();
      await aMinutePasses();
      await api.db.subscriber.updateMany({ where: { id }, data: { status } });
      const message = `The subscriber's status is ${status}. Only unconfirmed subscribers can get a confirmation e-mail.`;
      const { status: code, body } = await resend(id);
      expect([code, body]).toEqual([422, { message, errors: { status: [message] } }]);
      expect(await confirmations(id)).toBe(1);
    },
  );

  test.each(['address', 'domain'])('is refused for a suppressed %s', async (what) => {
    email = email.replace('@', `@${what}.`);
    const id = await add();
    await aMinutePasses();
    await api.rest('POST', '/suppressions', what === 'address' ? { email } : { domain: email.split('@')[1] });
    const { status, body } = await resend(id);
    expect([status, body.errors]).toEqual([
      422,
      { email: ['The address is blocked: it is suppressed and gets no e-mails from the team.'] },
    ]);
  });

  test("for an unknown or another team's subscriber is not found", async () => {
    const id = await add();
    for (const unknown of [UNKNOWN_ID, 'x']) expect((await resend(unknown)).status).toBe(404);
    const options = { token: api.otherToken };
    expect((await api.rest('POST', `/subscribers/${id}/resend-confirmation`, undefined, options)).status).toBe(404);
  });

  test('works by GraphQL', async () => {
    const id = await add();
    const query = 'mutation ($id: ID!) { resendSubscriberConfirmation(id: $id) { subscriber { id status } } }';
    const refused = await api.graphql(query, { id });
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['subscriber'], message: expect.stringContaining('less than a minute ago') }],
    });
    await aMinutePasses();
    const { body } = await api.graphql(query, { id });
    expect(body).toEqual({ data: { resendSubscriberConfirmation: { subscriber: { id, status: 'UNCONFIRMED' } } } });
  });
});
