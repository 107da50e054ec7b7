import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let api: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await closeRendering();
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const INVITE =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
let count = 0;
/** Sends a mail and returns the received message. */
async function arrives(input: object) {
  const to = `p${count++}@parts.test`;
  const mail = { subject: 'Parts', from: 'shop@shop.test', html: '<p>Hello</p>', to: [to], ...input };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect([status, body.errors]).toEqual([201, undefined]);
  const [arrived = expect.fail()] = await inbox.mailTo(mail.to.at(-1)!.replace(/.*<|>/g, ''));
  return { ...arrived, id: body.data.id, head: arrived.raw.split('\r\n\r\n')[0]! };
}
const refused = async (input: object) => {
  const mail = { subject: 'Parts', from: 'shop@shop.test', html: '<p>Hello</p>', to: ['a@parts.test'], ...input };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect(status).toBe(422);
  return body.errors;
};
/** A header as a mail client unfolds it (RFC 5322, section 2.2.3). */
const header = (head: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n(?=[ \t])/g, ''))?.[1];

describe('ASCII headers arrive as sent', () => {
  test.each([
    ['X-SMTPAPI', '{"category":"a","unique_args":{"order":"7"}}'],
    ['X-Mailgun-Variables', '{"my_message_id": 123, "note": "a, b"}'],
    ['X-MC-Metadata', '{"user_id":"45829","location":"paris"}'],
    ['X-PM-Tag', 'welcome "now"'],
    ['X-Spaces', 'one  two   three'],
    ['X-Question', '=?UTF-8?Q?a?='],
    [
      'X-MSYS-API',
      JSON.stringify({ metadata: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, `value ${i}`])) }),
    ],
  ])('%s: %s', async (name, value) => {
    const { head } = await arrives({ headers: { [name]: value } });
    expect(header(head, name)).toBe(value);
    expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test('a long JSON value without spaces keeps its meaning on shorter lines', async () => {
    const value = JSON.stringify({ to: Array.from({ length: 150 }, (_, i) => `person-${i},"x"@people.test`) });
    const { head } = await arrives({ headers: { 'X-SMTPAPI': value } });
    expect(JSON.parse(header(head, 'X-SMTPAPI')!)).toEqual(JSON.parse(value));
    expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test('non-ASCII letters are sent as encoded words', async () => {
    const { head } = await arrives({ headers: { 'X-Name': 'Grüße "an" alle' } });
    expect(header(head, 'X-Name')).toMatch(/^=\?UTF-8\?Q\?/);
  });
});

test('a header repeated in another capitalisation is refused', async () => {
  expect(await refused({ headers: { 'X-A': '1', 'x-a': '2' } })).toEqual({
    'headers.x-a': ['The headers.x-a field is given twice, with different capitalisation.'],
  });
});

describe('attachments', () => {
  test('with a content id are inline parts of the HTML', async () => {
    const { mail, raw } = await arrives({
      html: '<p><img src="cid:logo@shop" alt="Shop"></p>',
      attachments: [
        { filename: 'logo.png', content: PIXEL, content_id: 'logo@shop' },
        { filename: 'terms.pdf', content: base64('terms') },
      ],
    });
    expect(raw).toMatch(/Content-Type: multipart\/related/i);
    const [logo, terms] = mail.attachments;
    expect(logo).toMatchObject({
      cid: 'logo@shop',
      related: true,
      contentType: 'image/png',
      contentDisposition: 'inline',
    });
    expect(terms).toMatchObject({
      filename: 'terms.pdf',
      contentType: 'application/pdf',
      contentDisposition: 'attachment',
    });
    expect(mail.html).toContain('data:image/png;base64,'); // the parser matched the image by its id
  });

  test('with an invitation keep their method, as an alternative and as a file', async () => {
    const content_type = 'text/calendar; charset=utf-8; method=REQUEST';
    const { mail, raw } = await arrives({
      attachments: [{ filename: 'invite.ics', content: base64(INVITE), content_type }],
    });
    expect(raw.match(/^Content-Type: text\/calendar;(.|\r\n[ \t])*method=REQUEST/gim)).toHaveLength(2);
    expect(raw).toMatch(/multipart\/alternative/);
    expect(mail.attachments.map(({ filename }) => filename)).toContain('invite.ics');
    expect(mail.attachments.every(({ content }) => content.toString() === INVITE)).toBe(true);
  });

  test.each([
    'text/calendar; method=CANCEL',
    'text/csv; charset=utf-8; header=present',
    'application/pdf; name="a; b.pdf"',
    'application/vnd.api+json;version=1',
  ])('%s is a media type', async (content_type) => {
    const { mail } = await arrives({ attachments: [{ filename: 'a.bin', content: base64('a'), content_type }] });
    expect(mail.attachments[0]!.contentType).toBe(content_type.split(';')[0]);
  });

  test('may have line breaks in base64, as written by Ruby, PHP and MIME', async () => {
    const text = 'x'.repeat(300);
    for (const end of ['\n', '\r\n', ' ']) {
      const content = base64(text).replace(/.{60}/g, `$&${end}`) + end;
      const { mail } = await arrives({ attachments: [{ filename: 'a.txt', content }] });
      expect(mail.attachments[0]!.content.toString()).toBe(text);
    }
  });

  test.each([
    [{ content_type: 'text/calendar; method' }, 'content_type'],
    [{ content_type: 'text/calendar; method=RE QUEST' }, 'content_type'],
    [{ content_type: 'text/plain; name="a' }, 'content_type'],
    [{ content_type: 'text/plain; name="ä"' }, 'content_type'],
    [{ content_id: '<logo>' }, 'content_id'],
    [{ content_id: 'my logo' }, 'content_id'],
    [{ content_id: 'lögo' }, 'content_id'],
    [{ content_id: 'a\r\nX: y' }, 'content_id'],
    [{ content: 'QQ=' }, 'content'],
  ])('%j is refused', async (file, field) => {
    const errors = await refused({ attachments: [{ filename: 'a.png', content: PIXEL, ...file }] });
    expect(Object.keys(errors)).toEqual([`attachments.0.${field}`]);
  });

  test('with duplicate content ids are refused', async () => {
    const file = { filename: 'a.png', content: PIXEL, content_id: 'a' };
    expect(Object.keys(await refused({ attachments: [file, file] }))).toEqual(['attachments.1.content_id']);
  });

  test('can have a content id in GraphQL, too', async () => {
    const send =
      'mutation ($input: SendTransactionalMailInput!) { sendTransactionalMail(input: $input) { transactionalMail { attachments } } }';
    const input = {
      ...{ subject: 'Parts', from: 'shop@shop.test', html: '<img src="cid:a">', to: ['graph@parts.test'] },
      attachments: [{ filename: 'a.png', content: PIXEL, contentId: 'a' }],
    };
    expect(await ask(api, send, { input })).toEqual({
      sendTransactionalMail: { transactionalMail: { attachments: ['a.png'] } },
    });
    const [{ mail } = expect.fail()] = await inbox.mailTo('graph@parts.test');
    expect(mail.attachments[0]).toMatchObject({ cid: 'a', contentDisposition: 'inline' });
  });
});

describe('addresses', () => {
  const replyTo = async (reply_to: unknown) => {
    const { mail } = await arrives({ reply_to });
    return mail.replyTo?.value.map(({ name, address }) => (name ? `${name} <${address}>` : address)) ?? [];
  };

  test.each<[unknown, string[]]>([
    ['a@x.test, b@x.test', ['a@x.test', 'b@x.test']],
    [
      ['a@x.test', 'Support <B@x.test>'],
      ['a@x.test', 'Support <b@x.test>'],
    ],
    ['"Doe, Ann" <a@x.test>,b@x.test', ['Doe, Ann <a@x.test>', 'b@x.test']],
    [['a@x.test', 'A@x.test'], ['a@x.test']],
    [[], []],
    ['', []],
    [[' '], []],
  ])('reply_to %j', async (given, expected) => {
    expect(await replyTo(given)).toEqual(expected);
  });

  test.each([
    'a@x.test,',
    'a@x.test,,b@x.test',
    'a@x.test b@x.test',
    'a@x.test; b@x.test',
    [['a@x.test']],
    [5],
    5,
    true,
    { a: 'a@x.test' },
    Array.from({ length: 11 }, (_, index) => `r${index}@x.test`),
    ['a@x.test', 'grüße@x.test'],
  ])('reply_to %j is refused', async (reply_to) => {
    expect(Object.keys(await refused({ reply_to }))[0]).toMatch(/^reply_to/);
  });

  test('cc and bcc accept names; bcc recipients are in no header', async () => {
    const { mail, raw } = await arrives({
      to: ['to@parts.test'],
      cc: ['"Berg, Cy" <cy@parts.test>'],
      bcc: ['Secret <bea@parts.test>', 'last@parts.test'],
    });
    expect([mail.cc].flat()[0]?.value).toEqual([{ name: 'Berg, Cy', address: 'cy@parts.test' }]);
    expect(raw).not.toMatch(/Secret|bea@parts/);
  });
});
