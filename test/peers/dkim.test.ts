import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { notify } from '../../src/pubsub.ts';
import { verifyWithDkimpy } from './dkimpy.ts';
import { longestLine, openSender, type Sender } from './sender.ts';

const ALWAYS = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'];

let sender: Sender;
beforeAll(async () => {
  sender = await openSender();
  const content = '<h1>Grüße, {{ name }}</h1><p>Your order is on its way.</p>';
  await sender.api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'Grüße, {{ name }}', content });
});
afterAll(() => sender.close());

const passes = { pass: true, domain: 'bakery.example' };

test.each([
  ['plain', {}],
  ['with letters of every kind', { variables: { name: '🙂 Ünïcödé '.repeat(40) } }],
  ['with long and odd headers', { headers: { 'X-Long': 'x'.repeat(3_000), 'X-Spaces': 'a  b   c' } }],
  [
    'with an attachment',
    { attachments: [{ filename: 'menü.txt', content: btoa(' a \t b  \r\n\r\n\r\n'.repeat(99)) }] },
  ],
  ['with a reply address and copies', { reply_to: 'help@bakery.example', cc: ['copy@x.test'] }],
])('a mail %s passes, and no line of it is over 998 octets', async (_, mail) => {
  const raw = await sender.send({ template: 'T', ...mail });
  const verdict = await verifyWithDkimpy(raw, sender.dns);
  expect(verdict).toMatchObject(passes);
  expect(verdict.signed).toEqual(expect.arrayContaining(ALWAYS));
  expect(longestLine(raw)).toBeLessThanOrEqual(998);
});

test('the headers for one-click unsubscribing are signed where a message has them', async () => {
  const headers = {
    'List-Unsubscribe': '<https://mail.bakery.example/unsubscribe/abc>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const raw = await sendWith(headers);
  const verdict = await verifyWithDkimpy(raw, sender.dns);
  expect(verdict).toMatchObject(passes);
  expect(verdict.signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
});

test('what was changed on the way does not pass, nor what was put in', async () => {
  const raw = await sender.send({ template: 'T', variables: { name: 'Ann' } });
  for (const changed of [
    raw.replace('Your order', 'Our order'),
    raw.replace(/^Subject: .*$/m, 'Subject: Something else'),
    raw.replace('\r\nFrom: ', '\r\nFrom: evil@x.test\r\nFrom: '),
    raw.replace('\r\nFrom: ', '\r\nSubject: Something else\r\nFrom: '),
  ]) {
    expect(changed).not.toBe(raw);
    expect(await verifyWithDkimpy(changed, sender.dns)).toMatchObject({ pass: false });
  }
});

/** Sends a mail with headers that no door lets a caller write. */
async function sendWith(headers: Record<string, string>): Promise<string> {
  const { api, office, from } = sender;
  const [to, ids] = [`${newId()}@x.test`, { teamId: api.teamId, id: newId() }];
  const template = await api.db.template.findFirstOrThrow({ where: { name: 'T' } });
  await api.db.transactionalMail.create({
    data: { ...ids, template: 'T', templateId: template.id, fromEmail: from, to: [to], recipients: [to], headers },
  });
  await api.db.message.create({ data: { ...ids, kind: 'transactional', mailId: ids.id } });
  await notify(api.db, { topic: 'mail.queued' });
  return (await office.mailTo(to))[0]!.raw;
}
