import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { createOrderTemplate, sendMail, settledMail } from '../../support/mails.ts';

let api: TestApp;
let post: Inbox;
let list: string;
let other: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  post = await openInbox(api.installation);
  await createOrderTemplate(api);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await post.stop();
  await api.close();
});
beforeEach(async () => {
  await api.db.suppression.deleteMany();
  list = await makeList(api);
  other = await makeList(api);
});

const keep = { query: { import_unsubscribed: 'true' } };
const CLEANED = 'Email Address,CLEAN_TIME\ngone@x.test,2021-01-01 01:01:01\n';
const COMPLAINED = 'Email Address,UNSUB_TIME,UNSUB_REASON\nspam@x.test,2021-01-01 01:01:01,"ABUSE"\n';
const LEFT = 'Email Address,UNSUB_TIME,UNSUB_REASON\nleft@x.test,2021-01-01 01:01:01,"NORMAL"\n';

/** The suppressed addresses with their reasons. */
async function suppressed(): Promise<Record<string, string>> {
  const { data } = (await api.rest('GET', '/suppressions')).body;
  return Object.fromEntries(data.map(({ email, reason }: Record<string, string>) => [email, reason]));
}

test('imported bounces and complaints exclude people from mails, campaigns and other lists', async () => {
  const emails = ['gone@x.test', 'spam@x.test', 'left@x.test'];
  await subscribe(
    api,
    other,
    emails.map((email) => ({ email })),
  );
  for (const file of [CLEANED, COMPLAINED, LEFT]) {
    expect(await importCsv(api, list, file, keep)).toMatchObject({ added: 1, failed: 0 });
  }
  expect(await statusesOn(api, list)).toEqual({
    ...{ 'gone@x.test': 'bounced', 'left@x.test': 'unsubscribed', 'spam@x.test': 'complained' },
  });
  expect(await suppressed()).toEqual({ 'gone@x.test': 'hard_bounce', 'spam@x.test': 'complaint' });

  const outcomes = emails.map(async (to) => (await settledMail(api, await sendMail(api, to))).failure_reason);
  expect(await Promise.all(outcomes)).toEqual(['The recipient is suppressed.', 'The recipient is suppressed.', null]);
  const { body } = await api.rest('POST', `/campaigns/${await makeCampaign(api, other)}/check`);
  expect(body.data.recipients_count).toBe(1);
  const third = await makeList(api);
  const signedUp = emails.map(
    async (email) => (await api.rest('POST', `/lists/${third}/subscribers`, { email })).status,
  );
  expect(await Promise.all(signedUp)).toEqual([422, 422, 201]);
});

test('importing the same files again, in any order, changes nothing and fails no row', async () => {
  const file = 'email,status\na@x.test,bounced\nb@x.test,complained\na@x.test,unsubscribed\nb@x.test,cleaned\n';
  expect(await importCsv(api, list, file, keep)).toMatchObject({ added: 2, failed: 0 });
  const before = await api.db.suppression.findMany({ orderBy: { target: 'asc' } });
  expect(before.map(({ target, reason }) => [target, reason])).toEqual([
    ['a@x.test', 'hard_bounce'],
    ['b@x.test', 'complaint'],
  ]);
  const again = 'email,status\nb@x.test,bounced\na@x.test,spam\nb@x.test,complained\na@x.test,bounced\n';
  for (const sent of [file, again]) {
    expect(await importCsv(api, list, sent, keep)).toMatchObject({ added: 0, failed: 0 });
    expect(await importCsv(api, other, sent, keep)).toMatchObject({ failed: 0 });
  }
  expect(await api.db.suppression.findMany({ orderBy: { target: 'asc' } })).toEqual(before);
});

test('a row that subscribes a suppressed address fails, even in the same file and with resubscribe', async () => {
  const query = { ...keep.query, resubscribe: 'true' };
  for (const [rows, why] of [
    ['a@x.test,bounced\na@x.test,subscribed\n', 'An earlier row of the file says'],
    ['a@x.test,subscribed\n', 'The address is blocked'],
  ] as const) {
    const { failed, errors } = await importCsv(api, list, `email,status\n${rows}`, { query });
    expect([failed, errors[0].message]).toEqual([1, expect.stringContaining(why)]);
  }
  expect(await statusesOn(api, list)).toEqual({ 'a@x.test': 'bounced' });
});

test('a failed row suppresses nobody, nor does an unsubscribe status from elsewhere', async () => {
  await subscribe(api, list, [{ email: 'here@x.test' }]);
  await importCsv(api, list, 'email,status\nhere@x.test,unsubscribed\nleft@x.test,unsubscribed\n', keep);
  await importCsv(api, list, 'email,status\nhere@x.test,bounced and gone\n', keep);
  await importCsv(api, list, 'email,status\nnot@kept.test,bounced\n');
  expect(await suppressed()).toEqual({});
});

test('an existing suppression keeps its reason, and no data of an erased person is stored', async () => {
  await api.rest('POST', '/suppressions', { email: 'gone@x.test' });
  expect(await importCsv(api, list, CLEANED, keep)).toMatchObject({ added: 1, failed: 0 });
  expect(await suppressed()).toEqual({ 'gone@x.test': 'manual' });
  await api.rest('POST', '/people/erase', { email: 'gone@x.test' });
  const { failed, errors } = await importCsv(api, list, CLEANED, keep);
  expect([failed, errors[0].message]).toEqual([1, expect.stringContaining('The address is blocked')]);
  expect(await api.db.suppression.count({ where: { target: 'gone@x.test' } })).toBe(0);
  expect(await statusesOn(api, list)).toEqual({});
});

test('a preview counts the addresses that an import would suppress', async () => {
  const preview = async (query = {}) =>
    (await sendCsv(api, list, CLEANED, { query, path: '/imports/preview' })).body.data.warnings.filter(
      (warning: string) => warning.includes('suppressed'),
    );
  expect(await preview(keep.query)).toEqual([
    'Addresses in 1 rows that bounced or complained, and would be suppressed on all lists: 1.',
  ]);
  expect(await preview()).toEqual([]);
  await importCsv(api, list, CLEANED, keep);
  expect(await preview(keep.query)).toEqual([]);
});

test('an unsubscribe reason that mentions abuse, spam or a complaint counts as a complaint', async () => {
  const reasons = {
    complained: [
      ...['ABUSE', 'ABUSE: marked as spam', 'Spam: reported', 'N/A (Complaint)', 'N/A (Abuse complaint)'],
      ...['ABUSE_COMPLAINT', 'SpamComplaint', 'The emails are spam and should be reported', 'not spam', 'complained'],
    ],
    unsubscribed: [
      ...['NORMAL', 'NOSIGNUP', 'INAPPROPRIATE', 'I never signed up', 'no longer interested', 'OTHER', ''],
      ...['N/A (Unsubscribed by an admin)', 'Spamalot tickets were sold out'],
    ],
  };
  const said = [...reasons.complained, ...reasons.unsubscribed];
  const rows = said.map((reason, index) => `p${index + 10}@x.test,2020-01-02,${reason}\n`).join('');
  await importCsv(api, list, `email,UNSUB_TIME,UNSUB_REASON\n${rows}`, keep);
  const statuses = Object.values(await statusesOn(api, list));
  expect(said.map((reason, index) => [reason, statuses[index]])).toEqual([
    ...reasons.complained.map((reason) => [reason, 'complained']),
    ...reasons.unsubscribed.map((reason) => [reason, 'unsubscribed']),
  ]);
  expect(Object.values(await suppressed())).toEqual(reasons.complained.map(() => 'complaint'));
});
