import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTransport } from '../../../src/delivery/transports/create.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { newId } from '../../../src/ids.ts';
import { Outbound } from '../../../src/outbound/outbound.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { freePort } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { type DeliverySetup, openDeliverySetup } from './delivery-setup.ts';

let setup: DeliverySetup;
let server: MailServer;

beforeAll(async () => {
  setup = await openDeliverySetup();
});
afterAll(async () => {
  await setup.close();
  await closeRendering();
});

let delivery: ReturnType<DeliverySetup['deliver']> | undefined;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  await server.close();
});

test('without a mail server each message is written as an .eml and counted as sent', async () => {
  const home = await mkdtemp(join(tmpdir(), 'outbox-'));
  delivery = setup.deliver(createTransport({}, home, new Outbound([])));
  const id = await setup.addMail({ variables: { order: 7, name: '<Ann>' }, fromName: 'The Bakery' });
  const mail = await setup.settled(id);
  expect(mail).toMatchObject({ status: 'sent', subject: 'Order 7', failureReason: null });
  expect(mail.sentAt).toBeInstanceOf(Date);
  await until(() => setup.changes.some((change) => change.id === id && change.status === 'sent'));
  const files = await readdir(join(home, 'outbox'));
  expect(files).toEqual([expect.stringMatching(new RegExp(`^[0-9TZ-]+-${id}\\.eml$`))]);
  const written = await simpleParser(await readFile(join(home, 'outbox', files[0]!)));
  expect(written.from?.text).toBe('"The Bakery" <shop@bakery.test>');
  expect(written.messageId).toBe(`<${id}@bakery.test>`);
  expect(written.html).toContain('Thanks, &lt;Ann&gt;. Bakery baked order 7 for ann@example.test.');
  expect(written.text).toContain('Thanks, <Ann>. Bakery baked order 7 for ann@example.test.');
  await rm(home, { recursive: true });
});

test('a message goes to all recipients, without naming blind copies', async () => {
  delivery = setup.deliver(server.url);
  const id = await setup.addMail({
    ...{ to: ['a@x.test', 'b@x.test'], cc: ['c@x.test'], bcc: ['d@x.test'], replyTo: 'help@bakery.test' },
    attachments: [{ filename: 'menü.txt', content: Buffer.from('rye').toString('base64'), content_type: 'text/plain' }],
    headers: { 'X-Order': '7' },
  });
  expect((await setup.settled(id)).status).toBe('sent');
  const [{ envelope, mail, raw } = expect.fail()] = server.received;
  expect(envelope).toEqual({ from: 'shop@bakery.test', to: ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'] });
  expect(raw).not.toContain('d@x.test');
  expect([mail.to, mail.cc].flat().map((to) => to?.text)).toEqual(['a@x.test, b@x.test', 'c@x.test']);
  expect(mail.replyTo?.text).toBe('help@bakery.test');
  expect(mail.headers.get('x-order')).toBe('7');
  expect(mail.attachments.map((one) => [one.filename, one.contentType, one.content.toString()])).toEqual([
    ['menü.txt', 'text/plain', 'rye'],
  ]);
});

test('the variant for the language replaces subject and content, or that for its base language', async () => {
  const templateId = await setup.addTemplate({
    subject: 'Hello',
    content: 'Good day',
    localeVariants: { de: { subject: 'Hallo {{ name }}', html: 'Guten Tag' }, 'pt-BR': { html: 'Bom dia' } },
  });
  delivery = setup.deliver(server.url);
  const given = { templateId, variables: { name: 'Jürgen & Söhne' } };
  await setup.settled(await setup.addMail({ ...given, locale: 'de-AT' }));
  await setup.settled(await setup.addMail({ ...given, locale: 'pt-br' }));
  await setup.settled(await setup.addMail({ ...given, locale: 'fr' }));
  expect(server.received.map(({ mail }) => [mail.subject, mail.text?.trim()])).toEqual([
    ['Hallo Jürgen & Söhne', 'Guten Tag'],
    ['Hello', 'Bom dia'],
    ['Hello', 'Good day'],
  ]);
});

test('a permanent refusal fails the mail at once and keeps the reason', async () => {
  server.replies.push('550 5.7.1 Not wanted here');
  delivery = setup.deliver(server.url);
  const mail = await setup.settled(await setup.addMail());
  expect(mail).toMatchObject({ status: 'failed', sentAt: null });
  expect(mail.failureReason).toContain('550 5.7.1 Not wanted here');
  expect(server.received).toHaveLength(1);
  await until(() => setup.changes.some((change) => change.id === mail.id && change.status === 'failed'));
});

test('a temporary refusal is retried until it is accepted', async () => {
  server.replies.push('451 Later', '451 Later');
  delivery = setup.deliver(server.url, [0, 1]);
  const mail = await setup.settled(await setup.addMail());
  expect(mail).toMatchObject({ status: 'sent', failureReason: null });
  expect(server.received).toHaveLength(3);
  expect(new Set(server.received.map((one) => one.mail.messageId)).size).toBe(1);
});

test('when the retries are used up the mail fails with the last reason', async () => {
  server.replies.push('451 First', '452 Second');
  delivery = setup.deliver(server.url, [0]);
  const mail = await setup.settled(await setup.addMail());
  expect(mail).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('452 Second') });
});

test('with some recipients refused, the mail is sent and the refused ones are named', async () => {
  server.recipients.set('gone@x.test', '550 No such user');
  delivery = setup.deliver(server.url);
  const mail = await setup.settled(await setup.addMail({ to: ['a@x.test', 'gone@x.test'] }));
  expect(mail.status).toBe('sent');
  expect(mail.failureReason).toBe('Not accepted for gone@x.test: 550 No such user');
  expect(server.received[0]?.envelope.to).toEqual(['a@x.test']);
});

test('a temporarily refused recipient is retried alone, until the retries are used up', async () => {
  server.recipients.set('later@x.test', '450 4.2.0 Greylisted');
  server.recipients.set('never@x.test', '451 4.3.0 Full');
  server.recipients.set('gone@x.test', '550 No such user');
  delivery = setup.deliver(server.url, [0, 3, 0]);
  const to = ['a@x.test', 'later@x.test', 'never@x.test', 'gone@x.test'];
  const id = await setup.addMail({ to });
  await until(() => server.received.length > 0);
  expect((await setup.read(id)).status).toBe('pending');
  server.recipients.delete('later@x.test');
  const mail = await setup.settled(id);
  expect(mail).toMatchObject({ status: 'sent', failureReason: 'Not accepted for never@x.test: 451 4.3.0 Full' });
  expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['a@x.test'], ['later@x.test']]);
  expect(new Set(server.received.map((one) => one.mail.messageId)).size).toBe(1);
});

test('the suppressed one of several recipients is named', async () => {
  const { db } = setup.connection;
  await db.suppression.create({ data: { teamId: setup.teamId, id: newId(), target: 'no@x.test' } });
  delivery = setup.deliver(server.url);
  const mail = await setup.settled(await setup.addMail({ to: ['a@x.test', 'no@x.test'] }));
  expect(mail).toMatchObject({ status: 'sent', failureReason: 'Not sent to no@x.test: suppressed' });
});

test('mails wait for a mail server that is down', async () => {
  const port = await freePort();
  delivery = setup.deliver(
    `smtp://127.0.0.1:${port}`,
    Array.from({ length: 50 }, () => 0),
  );
  const id = await setup.addMail();
  const where = { teamId_mailId: { teamId: setup.teamId, mailId: id } };
  const ledger = () => setup.connection.db.message.findUniqueOrThrow({ where });
  await until(async () => (await ledger()).failures > 0);
  expect((await ledger()).lastError).toBe(
    'The mail server could not be reached: it refused the connection (ECONNREFUSED).',
  );
  await server.close();
  server = await startMailServer({ port });
  expect((await setup.settled(id)).status).toBe('sent');
});

test('a refused login defers the mail without naming the credentials', async () => {
  await server.close();
  server = await startMailServer({ login: { user: 'shop', password: 'right' } });
  delivery = setup.deliver(server.url.replace('//', '//shop:wrong-secret@'), []);
  const mail = await setup.settled(await setup.addMail());
  expect(mail.failureReason).toBe('The mail server refused the login: wrong user or password (535).');
  await delivery.stop();
  delivery = setup.deliver(server.url.replace('//', '//shop:right@'), []);
  expect((await setup.settled(await setup.addMail())).status).toBe('sent');
});

test('a connection lost after the final dot is retried once', async () => {
  server.replies.push('hang up');
  delivery = setup.deliver(server.url);
  expect((await setup.settled(await setup.addMail())).status).toBe('sent');
  expect(server.received).toHaveLength(2);
});

test('a lost connection uses up none of the retries after temporary refusals', async () => {
  server.replies.push('hang up', '451 Later');
  delivery = setup.deliver(server.url, [0]);
  expect((await setup.settled(await setup.addMail())).status).toBe('sent');
  expect(server.received).toHaveLength(3);
});

test('a second loss fails the mail, with the note that it may have arrived', async () => {
  server.replies.push('hang up', 'hang up');
  delivery = setup.deliver(server.url);
  const mail = await setup.settled(await setup.addMail());
  expect(mail.status).toBe('failed');
  expect(mail.failureReason).toContain('may have arrived');
  expect(server.received).toHaveLength(2);
});

test('suppressed recipients, by address or domain, get no message', async () => {
  const suppress = (target: string) =>
    setup.connection.db.suppression.create({ data: { teamId: setup.teamId, id: newId(), target } });
  await suppress('no@y.test');
  await suppress('blocked.test');
  delivery = setup.deliver(server.url);
  const some = await setup.settled(await setup.addMail({ to: ['no@y.test', 'yes@y.test'], bcc: ['x@blocked.test'] }));
  expect(some.status).toBe('sent');
  expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['yes@y.test']]);
  expect(server.received[0]?.raw).not.toContain('no@y.test');
  const none = await setup.settled(await setup.addMail({ to: ['x@blocked.test'] }));
  expect(none).toMatchObject({ status: 'failed', failureReason: 'The recipient is suppressed.' });
  expect(server.received).toHaveLength(1);
});

test('a template that cannot be rendered fails the mail with the reason', async () => {
  const templateId = await setup.addTemplate({ content: '{% for i in (1..1000000000) %}x{% endfor %}' });
  delivery = setup.deliver(server.url);
  const mail = await setup.settled(await setup.addMail({ templateId }));
  expect(mail).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('too much memory') });
  const slow = await setup.addTemplate({ content: '{% assign a = (1..1900000) | sort | uniq | sort | uniq %}' });
  const late = await setup.settled(await setup.addMail({ templateId: slow }));
  expect(late.failureReason).toMatch(/takes too long|too much memory/);
  const gone = await setup.settled(await setup.addMail({ templateId: newId() }));
  expect(gone.failureReason).toBe('The template no longer exists.');
});

test('a line break in a variable starts no header', async () => {
  delivery = setup.deliver(server.url);
  const id = await setup.addMail({ variables: { order: '7\r\nBcc: evil@x.test\nX-A: b' } });
  expect((await setup.settled(id)).subject).toBe('Order 7 Bcc: evil@x.test X-A: b');
  const [{ envelope, mail } = expect.fail()] = server.received;
  expect(envelope.to).toEqual(['ann@example.test']);
  expect(mail.subject).toBe('Order 7 Bcc: evil@x.test X-A: b');
  expect(mail.headers.has('x-a')).toBe(false);
});
