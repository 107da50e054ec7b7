import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSomeDue } from '../../../src/domain/ledger/make-due.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';
import { openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', { name: 'Welcome', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' });
});
afterAll(() => api.close());

const MAIL = { template: 'Welcome', from: 'shop@shop.test' };
const DAY_MS = 86_400_000;
const from = (ms: number) => new Date(Date.now() + ms).toISOString();
const send = (input: object) => api.rest('POST', '/transactional-mails', { ...MAIL, ...input });
const scheduled = async (to: string, ms: number) => (await send({ to: [to], send_at: from(ms) })).body.data;
const read = async (id: string) => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
const cancel = (id: string) => api.rest('DELETE', `/transactional-mails/${id}`);
/** Sends all due mails with a temporary worker. */
const sendDue = async (done: () => Promise<unknown>) => {
  const inbox = await openInbox(api.installation);
  await until(done);
  await inbox.stop();
  return inbox.server.received.map(({ envelope }) => envelope.to[0]);
};

describe('a mail with send_at', () => {
  test('waits for its time while others are sent, and is sent then', async () => {
    const send_at = from(30 * DAY_MS - 1_000);
    const { status, body } = await send({ to: ['later@people.test'], send_at });
    expect([status, body.data.status, body.data.send_at]).toEqual([201, 'pending', send_at]);
    expect(await read(body.data.id)).toEqual(body.data);
    const list = await api.rest('GET', '/transactional-mails');
    expect(list.body.data[0]).toEqual(body.data);
    const now = (await send({ to: ['now@people.test'] })).body.data;
    expect(now).not.toHaveProperty('send_at');
    expect(await sendDue(async () => (await read(now.id)).status === 'sent')).toEqual(['now@people.test']);
    expect((await read(body.data.id)).status).toBe('pending');
    // Its time comes.
    await api.db.message.updateMany({ where: { mailId: body.data.id }, data: { dueAt: new Date() } });
    expect(await sendDue(async () => (await read(body.data.id)).status === 'sent')).toEqual(['later@people.test']);
  });

  test('is not affected by a change of limits or the end of a pause', async () => {
    const { id } = await scheduled('patient@people.test', DAY_MS);
    const scope = createScope(api.db, { id: api.teamId }, WORKER);
    await makeSomeDue(scope, { limitsOf: 'x' });
    await makeSomeDue(scope, { until: from(2 * DAY_MS), domain: null });
    const { dueAt } = await api.db.message.findFirstOrThrow({ where: { mailId: id } });
    expect(dueAt.getTime()).toBeGreaterThan(Date.now() + DAY_MS / 2);
  });

  test('of the last minute is sent at once', async () => {
    const { data } = (await send({ to: ['late@people.test'], send_at: from(-30_000) })).body;
    await sendDue(async () => (await read(data.id)).status === 'sent');
  });

  test.each([
    [from(30 * DAY_MS + 3_600_000), 'must be at most 30 days ahead.'],
    [from(-120_000), 'must not be in the past.'],
    ['tomorrow', 'must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).'],
    ['2026-12-01 12:00', 'must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).'],
    [7, 'must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).'],
  ])('at %s is refused', async (send_at, problem) => {
    const { status, body } = await send({ to: ['a@people.test'], send_at });
    expect([status, body.errors]).toEqual([422, { send_at: [`The send_at field ${problem}`] }]);
  });
});

describe('a cancelled mail', () => {
  test('is never sent, and shows why', async () => {
    const { id } = await scheduled('cancelled@people.test', DAY_MS);
    expect((await cancel(id)).status).toBe(204);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'The e-mail was cancelled.',
      sent_at: null,
    });
    expect((await cancel(id)).status).toBe(204);
    await api.db.message.updateMany({ where: { mailId: id }, data: { dueAt: new Date() } });
    const other = (await send({ to: ['other@people.test'] })).body.data;
    expect(await sendDue(async () => (await read(other.id)).status === 'sent')).toEqual(['other@people.test']);
    const { body } = await api.rest('GET', '/transactional-mails?status=failed');
    expect(body.data.map((mail: { id: string }) => mail.id)).toContain(id);
  });

  test('in GraphQL is the same, and notifies subscribers', async () => {
    const { id } = await scheduled('graphql@people.test', DAY_MS);
    const operation =
      'mutation ($id: ID!) { cancelTransactionalMail(id: $id) { transactionalMail { id status failureReason failureCode cancelledAt sendAt message { skipReason cause } } } }';
    const {
      cancelTransactionalMail: { transactionalMail: mail },
    } = await ask(api, operation, { id });
    const at = expect.any(String);
    expect(mail).toEqual({
      id,
      status: 'FAILED',
      failureReason: 'The e-mail was cancelled.',
      failureCode: 'CANCELLED',
      message: { skipReason: 'CANCELLED', cause: null },
      cancelledAt: at,
      sendAt: at,
    });
    const { extensions } = await fail(api, operation, { id: '0197a000-0000-7000-8000-000000000000' });
    expect(extensions.code).toBe('NOT_FOUND');
  });

  test('may be sent again, at once', async () => {
    const { id } = await scheduled('again@people.test', DAY_MS);
    await cancel(id);
    const { body } = await api.rest('POST', `/transactional-mails/${id}/resend`);
    expect(body.data).toMatchObject({ status: 'pending', failure_reason: null });
    expect(await sendDue(async () => (await read(body.data.id)).status === 'sent')).toEqual(['again@people.test']);
  });

  test.each(['claimed', 'sending', 'sent', 'failed'] as const)('cannot be one that is %s', async (state) => {
    const { id } = await scheduled(`${state}@people.test`, DAY_MS);
    await api.db.message.updateMany({ where: { mailId: id }, data: { state } });
    const { status, body } = await cancel(id);
    const message = 'The e-mail cannot be cancelled. It is being sent or was already sent.';
    expect([status, body]).toEqual([409, { message, errors: {} }]);
    expect((await read(id)).status).toBe('pending');
    await api.db.message.deleteMany({ where: { mailId: id } });
  });

  test('cannot be one that some recipients have received, or may have', async () => {
    for (const data of [{ remaining: ['b@people.test'] }, { undecided: 1 }]) {
      const { id } = await scheduled('partly@people.test', DAY_MS);
      await api.db.message.updateMany({ where: { mailId: id }, data: { state: 'deferred', ...data } });
      expect((await cancel(id)).status).toBe(409);
    }
  });
});

test('all of several simultaneous cancellations report that the mail is cancelled', async () => {
  const { id } = await scheduled('nobody@people.test', DAY_MS);
  const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(id)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
});
