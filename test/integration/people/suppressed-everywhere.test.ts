import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDelivery } from '../../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../../src/delivery/transports/smtp.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

/** Every way to write to an address or to add it × every way in which it is blocked. */
let api: TestApp;
let server: MailServer;
let delivery: ReturnType<typeof startDelivery>;
let transport: ReturnType<typeof createSmtp>;
let jobs: RunningJobs;
beforeAll(async () => {
  api = await openTestApp();
  server = await startMailServer();
  transport = createSmtp(readMailUrl(server.url));
  delivery = startDelivery({ ...api.installation, transport });
  jobs = startJobs(api.installation);
  const template = { name: 'order', editor: 'html', subject: 'S', content: '<p>C</p>' };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
});
afterAll(async () => {
  await Promise.all([delivery.stop(), jobs.stop()]);
  await transport.close();
  await server.close();
  await api.close();
  await closeRendering();
});

const OPEN = 'open@people.test';
const BLOCKED = 'The address is blocked: it is suppressed and gets no e-mails from the team.';
const ERASED = 'The person was erased. Their data cannot be stored again.';

const block = {
  'its address is suppressed': (email: string) => api.rest('POST', '/suppressions', { email }),
  'its domain is suppressed': (email: string) => api.rest('POST', '/suppressions', { domain: email.split('@')[1] }),
  'it was erased': (email: string) => api.rest('POST', '/people/erase', { email }),
};

const send = (mail: object) =>
  api.rest('POST', '/transactional-mails', { template: 'order', from: 'shop@shop.test', ...mail });
const settled = (id: string) =>
  until(async () => {
    const { body } = await api.rest('GET', `/transactional-mails/${id}`);
    return body.data.status !== 'pending' && body.data;
  });
const writtenTo = () => server.received.flatMap(({ envelope }) => envelope.to);
const setUnsubscribed = (id: string) => api.rest('POST', `/subscribers/${id}/unsubscribe`);

let number = 0;
describe.each(Object.keys(block) as (keyof typeof block)[])('an address when %s', (how) => {
  const isErased = how === 'it was erased';
  let email: string;
  let list: string;
  beforeEach(async () => {
    number += 1;
    email = `someone@blocked${number}.test`;
    list = await makeList(api);
  });
  const shut = async () => expect((await block[how](email)).status).toBe(isErased ? 204 : 201);
  const subscribers = async () => (await api.rest('GET', `/lists/${list}/subscribers`)).body.data;

  test('cannot be subscribed', async () => {
    await shut();
    const { status, body } = await api.rest('POST', `/lists/${list}/subscribers`, { email: email.toUpperCase() });
    expect([status, body.errors]).toEqual([422, { email: [BLOCKED] }]);
    expect(await subscribers()).toEqual([]);
  });

  test('fails in a batch, even when it asks to resubscribe', async () => {
    await shut();
    const { data, meta } = await subscribe(api, list, [{ email }, { email, resubscribe: true }, { email: OPEN }]);
    expect(meta).toEqual({ added: 1, updated: 0, failed: 2 });
    expect(data.slice(0, 2).map(({ message }: { message: string }) => message)).toEqual([BLOCKED, BLOCKED]);
  });

  test('fails in an import', async () => {
    await shut();
    const rows = [{ email }, ...rowsOf(100)];
    const { body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
    const read = async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data;
    await until(async () => (await read()).finished_at !== null);
    expect(await read()).toMatchObject({
      ...{ added: 100, failed: 1, errors: [{ row: 1, email: isErased ? null : email, message: BLOCKED }] },
    });
  });

  test('cannot be confirmed', async () => {
    const strict = await makeList(api, { requires_confirmation: true });
    const { data } = await subscribe(api, strict, [{ email }]);
    await shut();
    const { status, body } = await api.rest('POST', `/subscribers/${data[0].id}/confirm`);
    if (isErased) expect(status).toBe(404);
    else {
      expect([status, body.errors]).toEqual([422, { email: [BLOCKED] }]);
      expect((await api.rest('GET', `/subscribers/${data[0].id}`)).body.data.status).toBe('unconfirmed');
    }
  });

  test('is not resubscribed by a change of the subscriber', async () => {
    const { data } = await subscribe(api, list, [{ email }]);
    await setUnsubscribed(data[0].id);
    await shut();
    const change = (input: object) => api.rest('PATCH', `/subscribers/${data[0].id}`, input);
    expect((await change({ status: 'subscribed', resubscribe: true })).status).toBe(isErased ? 404 : 422);
    const { status, body } = await change({ first_name: 'Ann' });
    if (isErased) expect(status).toBe(404);
    else expect([status, body.data.status]).toEqual([200, 'unsubscribed']);
    expect((await subscribe(api, list, [{ email, resubscribe: true }])).meta.failed).toBe(1);
  });

  test.each(['to', 'cc', 'bcc'])('gets no e-mail that names it in %s', async (place) => {
    await shut();
    const mail = { to: [OPEN], [place]: place === 'to' ? [OPEN, email] : [email] };
    const { status, body } = await send(mail);
    if (isErased) {
      const field = place === 'to' ? 'to.1' : `${place}.0`;
      expect([status, body.errors]).toEqual([422, { [field]: [ERASED] }]);
    } else {
      expect(status).toBe(201);
      expect((await settled(body.data.id)).status).toBe('sent');
      const alone = await send({ to: [email] });
      expect(await settled(alone.body.data.id)).toMatchObject({
        ...{ status: 'failed', failure_reason: 'The recipient is suppressed.' },
      });
    }
    expect(writtenTo()).not.toContain(email);
  });

  test('gets no e-mail when a message is resent', async () => {
    const alone = (await send({ to: [email] })).body.data.id;
    const shared = (await send({ to: [OPEN], bcc: [email] })).body.data.id;
    for (const id of [alone, shared]) expect((await settled(id)).status).toBe('sent');
    const before = writtenTo().filter((one) => one === email).length;
    expect(before).toBe(2);
    await shut();
    for (const id of [alone, shared]) {
      const { status, body } = await api.rest('POST', `/transactional-mails/${id}/resend`);
      expect(status).toBe(isErased ? 409 : 201);
      if (!isErased) expect((await settled(body.data.id)).status).toBe(id === alone ? 'failed' : 'sent');
    }
    expect(writtenTo().filter((one) => one === email)).toHaveLength(before);
  });

  test('gets no waiting e-mail after it is suppressed', async () => {
    server.recipients.set(email, '451 later');
    const { id } = (await send({ to: [email] })).body.data;
    await until(async () => (await api.db.message.findFirst({ where: { mailId: id } }))?.failures === 1);
    const before = writtenTo().length;
    await shut();
    server.recipients.delete(email);
    await api.db.message.updateMany({ where: { mailId: id }, data: { dueAt: new Date(0) } });
    expect((await settled(id)).status).toBe('failed');
    expect(writtenTo()).toHaveLength(before);
  });
});
