import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const login = { user: 'us', password: 'a secret of us' };

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
/** Of the installation's own transport. */
let inbox: Inbox;
let server: MailServer;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true });
  jobs = startJobs(api.installation);
  [inbox, server] = await Promise.all([openInbox(api.installation, Array(20).fill(0)), startMailServer({ login })]);
  await api.rest('POST', '/templates', { name: 'order', editor: 'html', subject: 'Order', content: '<p>Thanks</p>' });
});
afterAll(async () => {
  await inbox.stop();
  await jobs.stop();
  await server.close();
  await api.close();
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
const create = async (input: object = {}): Promise<any> => {
  const local = { name: 'Local', host: '127.0.0.1', port: server.port, ...login };
  const { status, body } = await api.rest('POST', '/transports', { ...local, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};

const send = async (to: string, transport?: string): Promise<string> => {
  const mail = { template: 'order', from: 'shop@shop.example', to: [to], transport };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
};

const sent = (id: string) =>
  until(async () => {
    const { status } = (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
    expect(status).not.toBe('failed');
    return status === 'sent';
  });

const cameTo = (to: MailServer, email: string) => to.received.some(({ envelope }) => envelope.to.includes(email));
const message = (id: string) => api.db.message.findFirstOrThrow({ where: { id } });

/** Changes of another process are noticed within seconds. */
const NOTICED = 20;

describe('an e-mail is sent', () => {
  test('by its own transport and login, else by the installation’s', async () => {
    const { id } = await create();
    await Promise.all(
      [send('named@people.test', id), send('unnamed@people.test')].map(async (mail) => sent(await mail)),
    );
    expect(cameTo(server, 'named@people.test')).toBe(true);
    expect(cameTo(inbox.server, 'unnamed@people.test')).toBe(true);
  });

  test("by the team's default, once the process has noticed it", async () => {
    const { id } = await create({ is_default: true });
    let number = 0;
    await until(async () => {
      number += 1;
      const to = `default${number}@people.test`;
      await sent(await send(to));
      return cameTo(server, to);
    }, NOTICED);
    await api.rest('DELETE', `/transports/${id}`);
  });

  test("to a transport's new server, and by the default once it is deleted", async () => {
    const { id } = await create();
    await sent(await send('before@people.test', id));
    const other = await startMailServer({ login });
    await api.rest('PATCH', `/transports/${id}`, { port: other.port, password: login.password });
    let number = 0;
    const arrivesAt = (where: MailServer) =>
      until(async () => {
        number += 1;
        await sent(await send(`moved${number}@people.test`, id));
        return cameTo(where, `moved${number}@people.test`);
      }, NOTICED);
    await arrivesAt(other);
    await api.db.transport.updateMany({ where: { id }, data: { deletedAt: new Date(), version: { increment: 1 } } });
    const named = { template: 'order', from: 'shop@shop.example', to: ['gone@people.test'] };
    const mail = (await api.rest('POST', '/transactional-mails', named)).body.data.id;
    await api.db.transactionalMail.updateMany({ where: { id: mail }, data: { transportId: id } });
    await sent(mail);
    await other.close();
  });

  test('once, if its transport changes before the server answers', async () => {
    const { id } = await create();
    let isFirst = true;
    const answer = server.holdAnswers(() => {
      const holds = isFirst;
      isFirst = false;
      return holds;
    });
    const mail = await send('transit@people.test', id);
    await until(() => server.unanswered > 0);
    const other = await startMailServer({ login });
    await api.rest('PATCH', `/transports/${id}`, { port: other.port, password: login.password });
    let number = 0;
    await until(async () => {
      number += 1;
      await send(`after${number}@elsewhere.test`, id);
      return other.received.length > 0;
    }, NOTICED);
    answer();
    await sent(mail);
    const copies = [...server.received, ...other.received].filter(({ envelope }) =>
      envelope.to.includes('transit@people.test'),
    );
    expect(copies).toHaveLength(1);
    expect((await message(mail)).failures).toBe(0);
    await until(() => server.unanswered === 0);
    await other.close();
  });

  test('for a list by the list’s transport', async () => {
    const { id: transport } = await create();
    const list = await makeList(api, { requires_confirmation: true, transport });
    const { body } = await api.rest('POST', `/lists/${list}/subscribers`, { email: 'new@people.test' });
    expect(body.data.status).toBe('unconfirmed');
    await until(() => cameTo(server, 'new@people.test'));
  });
});

test('a limit requeues messages unchanged, and does not delay other transports', async () => {
  const { id } = await create({ messages_per_minute: 1 });
  const mails = [await send('limited1@people.test', id), await send('limited2@people.test', id)];
  await sent(await send('free@people.test'));
  await until(async () => (await Promise.all(mails.map(message))).some(({ state }) => state === 'sent'));
  const later = await until(async () => {
    const waiting = (await Promise.all(mails.map(message))).find(({ state }) => state === 'queued');
    return waiting && waiting.dueAt.getTime() > Date.now() + 20_000 && waiting;
  });
  expect(later).toMatchObject({ failures: 0, undecided: 0, lastError: null });
});

test('messages waiting for a limit are sent once it is lifted', async () => {
  const { id } = await create({ messages_per_minute: 1 });
  const mails = await Promise.all(Array.from({ length: 4 }, (_, number) => send(`lifted${number}@people.test`, id)));
  await until(async () => {
    const waiting = (await Promise.all(mails.map(message))).filter(({ state }) => state === 'queued');
    return waiting.filter(({ dueAt }) => dueAt.getTime() > Date.now() + 15_000).length >= 2;
  });
  await api.rest('PATCH', `/transports/${id}`, { messages_per_minute: null });
  await until(() => mails.every((_, number) => cameTo(server, `lifted${number}@people.test`)), NOTICED);
});

describe('a transport with a failing login', () => {
  test('is paused with a reason, does not delay others, and resumes once fixed', async () => {
    const { id } = await create({ password: 'another one' });
    const mails = await Promise.all(Array.from({ length: 12 }, (_, number) => send(`locked${number}@people.test`, id)));
    await until(async () => (await api.rest('GET', `/transports/${id}`)).body.data.sending_pauses.length > 0);
    const [pause] = (await api.rest('GET', `/transports/${id}`)).body.data.sending_pauses;
    expect(pause).toMatchObject({
      domain: null,
      reason: 'The mail server refused the login: wrong user or password (535).',
    });
    await sent(await send('meanwhile@people.test'));
    await until(async () => {
      const rows = await Promise.all(mails.map(message));
      const late = rows.filter(({ dueAt }) => dueAt.getTime() > Date.now());
      return late.length === rows.length && late.some(({ failures }) => failures === 0);
    });
    await api.rest('PATCH', `/transports/${id}`, { password: login.password });
    expect((await api.rest('GET', `/transports/${id}`)).body.data.sending_pauses).toEqual([]);
    await until(() => mails.every((_, number) => cameTo(server, `locked${number}@people.test`)), NOTICED);
  });

  test('fails messages after their usual retry time', async () => {
    const { id } = await create({ password: 'another one' });
    const mails = await Promise.all(
      Array.from({ length: 12 }, (_, number) => send(`given-up${number}@people.test`, id)),
    );
    await until(async () => (await Promise.all(mails.map(message))).some(({ dueAt }) => dueAt > new Date()));
    const [old, young] = mails as [string, string];
    const long = new Date(Date.now() - 7_200_000);
    await api.db.message.updateMany({ where: { id: old }, data: { firstTryAt: long } });
    await api.db.message.updateMany({ where: { id: { in: [old, young] } }, data: { dueAt: new Date() } });
    await until(async () => (await message(old)).dueAt > new Date()); // the failures are new: it waits
    await api.db.sendingPause.updateMany({ where: { transportId: id }, data: { failingSince: long } });
    const { data } = await until(async () => {
      await api.db.message.updateMany({
        where: { id: old, state: { in: ['queued', 'deferred'] } },
        data: { dueAt: new Date() },
      });
      const { body } = await api.rest('GET', `/transactional-mails/${old}`);
      return body.data.status === 'failed' && body;
    });
    expect(data.failure_reason).toBe('The mail server accepted no messages for too long (1 h).');
    expect((await api.rest('GET', `/transactional-mails/${young}`)).body.data.status).toBe('pending');
  });

  test('also reports an unreadable password', async () => {
    const { id } = await create();
    await api.db.transport.updateMany({ where: { id }, data: { password: Buffer.alloc(64) } });
    const tested = await api.rest('POST', `/transports/${id}/test`);
    expect(tested.body.data.problem).toMatch(/^The password of the transport cannot be decrypted/);
    const mail = await send('unreadable@people.test', id);
    await until(async () =>
      (await message(mail)).lastError?.startsWith('The password of the transport cannot be decrypted'),
    );
  });
});

test('headers of a transport are added to all its messages, unless the message has them', async () => {
  const headers = { 'X-PM-Message-Stream': 'broadcast', 'X-Tag': '{"a":"b, c"}' };
  const { id, headers: shown } = await create({ headers });
  expect(shown).toEqual(headers);
  await sent(await send('streamed@people.test', id));
  const mail = { template: 'order', from: 'shop@shop.example', to: ['own@people.test'], transport: id };
  await api.rest('POST', '/transactional-mails', { ...mail, headers: { 'x-tag': 'own' } });
  await until(() => cameTo(server, 'own@people.test'));
  const headOf = (email: string) =>
    server.received.find(({ envelope }) => envelope.to.includes(email))!.raw.split('\r\n\r\n')[0]!;
  expect(headOf('streamed@people.test')).toMatch(/^X-PM-Message-Stream: broadcast\r\n/m);
  expect(headOf('streamed@people.test')).toMatch(/^X-Tag: \{"a":"b, c"\}\r\n/m);
  expect(headOf('own@people.test').match(/^x-tag:.*$/gim)).toEqual(['X-Tag: own']);
  const changed = await api.rest('PATCH', `/transports/${id}`, { headers: null });
  expect([changed.status, changed.body.data.headers]).toEqual([200, {}]);
});
