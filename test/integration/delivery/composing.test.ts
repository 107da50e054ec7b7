import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { composeMessage, type MailRow } from '../../../src/domain/sending/compose/compose.ts';
import { MessageError } from '../../../src/domain/sending/compose/message-error.ts';

const row: MailRow = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  fromEmail: 'shop@bakery.test',
  fromName: null,
  to: ['ann@example.test'],
  cc: [],
  bcc: [],
  replyTo: null,
  headers: {},
  attachments: [],
  createdAt: new Date('2026-01-02T03:04:05Z'),
};
const content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

test('a recipient with a line break is refused', async () => {
  for (const evil of ['b@x.test\r\nBcc: evil@x.test', 'b@x.test\nevil@x.test', 'b@x.test\0', 'b@x.test, c@x.test']) {
    await expect(composeMessage({ ...row, to: [evil] }, content)).rejects.toThrow(MessageError);
  }
});

test('a line break in a header, a name or the subject is refused', async () => {
  const breaks = 'a\r\nBcc: evil@x.test';
  await expect(composeMessage({ ...row, headers: { 'X-A': breaks } }, content)).rejects.toThrow('X-A header');
  await expect(composeMessage({ ...row, headers: { [breaks]: 'a' } }, content)).rejects.toThrow(MessageError);
  await expect(composeMessage({ ...row, fromName: breaks }, content)).rejects.toThrow('name of the sender');
  await expect(composeMessage({ ...row, fromName: 'N'.repeat(1_000) }, content)).rejects.toThrow(MessageError);
  await expect(composeMessage(row, { ...content, subject: breaks })).rejects.toThrow('subject');
  const attachments = [{ filename: breaks, content: '' }];
  await expect(composeMessage({ ...row, attachments }, content)).rejects.toThrow('attachment');
});

test('no line is longer than 998 octets and long values come out whole', async () => {
  const unbroken = 'x'.repeat(3_000);
  const words = 'word '.repeat(700).trim();
  const { raw } = await composeMessage(
    { ...row, headers: { 'X-Long': unbroken, 'X-Words': words } },
    { subject: 'S'.repeat(998), html: `<p>${unbroken}</p>`, text: unbroken },
  );
  const lines = raw.toString().split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
  const mail = await simpleParser(raw);
  const long = String(mail.headers.get('x-long')); // encoded words, which the parser leaves to its caller
  expect(long.replaceAll('?= =?UTF-8?Q?', '')).toBe(`=?UTF-8?Q?${unbroken}?=`);
  expect(mail.headers.get('x-words')).toBe(words);
  expect(mail.subject).toBe('S'.repeat(998));
  expect(mail.text?.trim()).toBe(unbroken);
});

test('headers that the service writes cannot be replaced', async () => {
  const headers = {
    ...{ From: 'evil@x.test', to: 'evil@x.test', SUBJECT: 'evil', 'Message-ID': '<evil@x.test>', Bcc: 'evil@x.test' },
    ...{ Date: 'evil', 'Content-Type': 'text/evil', 'MIME-Version': '6', 'X-Fine': 'yes' },
  };
  const { raw, envelope } = await composeMessage({ ...row, headers }, content);
  expect(raw.toString()).not.toMatch(/evil/);
  expect((await simpleParser(raw)).headers.get('x-fine')).toBe('yes');
  expect(envelope).toEqual({ from: 'shop@bakery.test', to: ['ann@example.test'] });
});

test('the same mail has the same Message-ID each time, text beside HTML, and a date', async () => {
  const mails = await Promise.all([1, 2].map(async () => simpleParser((await composeMessage(row, content)).raw)));
  for (const mail of mails) {
    expect(mail.messageId).toBe(`<${row.id}@bakery.test>`);
    expect(mail.headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' });
    expect(mail.date).toBeInstanceOf(Date);
  }
});

test('every line ends with CRLF, regardless of the line breaks in its parts', async () => {
  const { raw } = await composeMessage(row, { subject: 'S', html: '<p>a\nb\r\nc\rd</p>', text: 'ä\nb\r\nc\rd\n\n' });
  expect(raw.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect((await simpleParser(raw)).text).toMatch(/^ä\nb\nc\nd/);
});
