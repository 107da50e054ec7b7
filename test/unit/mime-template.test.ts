import { simpleParser } from 'mailparser';
import { beforeAll, expect, test } from 'vitest';
import { MimeTemplate } from '../../src/domain/campaigns/compose/mime-template.ts';
import { MessageError } from '../../src/domain/sending/compose/message-error.ts';

let template: MimeTemplate;
beforeAll(async () => {
  template = await MimeTemplate.compile({
    from: { name: 'Shop', address: 'news@shop.test' },
    list: { name: 'News', id: 'news.shop.test' },
    headers: { 'Feedback-ID': 'campaign:list:team:tidings' },
  });
});

const fill = (text: string, subject = 'News') =>
  template.fill({
    ...{ messageId: 'one@shop.test', to: 'ann@people.test', subject, listUnsubscribe: '<https://shop.test/leave>' },
    ...{ date: new Date('2026-01-02T03:04:05Z'), text, html: `<p>${text}</p>` },
  });

test.each([
  ['no text', ''],
  ['letters of two bytes', 'Grüße, '.repeat(20_000)],
  ['letters of four bytes', '🎁'.repeat(50_000)],
  ['what must be written out', '= \t=\n'.repeat(30_000)],
  ['half a letter', 'a\ud83d!'],
  ['a megabyte', 'All that is new in the shop this week. '.repeat(30_000)],
])('%s arrives unchanged, and does not affect the next message', async (_, text) => {
  const short = fill('Hello');
  const mail = await simpleParser(fill(text));
  const whole = text.toWellFormed();
  expect([mail.text?.trimEnd(), mail.html]).toEqual([whole.trimEnd(), `<p>${whole}</p>`]);
  expect(fill('Hello')).toEqual(short);
});

test('a refused message does not affect the next one', () => {
  const before = fill('Hello');
  expect(() => fill('What nobody else may read', 'News\r\nBcc: eve@people.test')).toThrow(MessageError);
  expect(fill('Hello')).toEqual(before);
});
