import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a campaign message passes, and its one-click unsubscribe headers are signed', async () => {
  const raw = await sender.sendToList('T');
  const verdict = await verifyWithDkimpy(raw, sender.dns);
  expect(verdict).toMatchObject(passes);
  expect(verdict.signed).toEqual(
    expect.arrayContaining([...ALWAYS, 'list-id', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(longestLine(raw)).toBeLessThanOrEqual(998);
  const forged = raw.replace(/^List-Unsubscribe: <[^>]*>/m, 'List-Unsubscribe: <https://evil.test/>');
  expect(forged).not.toBe(raw);
  expect(await verifyWithDkimpy(forged, sender.dns)).toMatchObject({ pass: false });
});

test('a changed message fails, and so does an added header', async () => {
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
