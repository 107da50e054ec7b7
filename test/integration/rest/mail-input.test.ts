import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { rowsOf } from '../../support/audience.ts';
import { nested, WRONG_TYPES } from '../../support/values.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', { name: 'Welcome', editor: 'html', subject: 'Hello', content: 'Hello' });
});
afterAll(() => api.close());

const MAIL = { template: 'Welcome', from: 'shop@shop.test', to: ['ann@people.test'] };
const send = (input: object) => api.rest('POST', '/transactional-mails', { ...MAIL, ...input });
const people = (count: number) => rowsOf(count).map(({ email }) => email);
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'x']));
const file = (input: object) => ({ attachments: [{ filename: 'a.txt', content: 'QQ==', ...input }] });

describe('refused input:', () => {
  test.each([
    [{ template: undefined }, 'template', 'is required.'],
    [{ template: 'Unknown' }, 'template', 'must be the name or id of a template.'],
    [{ template: 'welcome' }, 'template', 'must be the name or id of a template. Did you mean "Welcome"?'],
    [{ to: undefined }, 'to', 'is required.'],
    [{ to: [] }, 'to', 'must have at least 1 item.'],
    [{ to: 'ann@people.test' }, 'to', 'must be an array: ["ann@people.test"].'],
    [{ to: ['x'] }, 'to.0', 'must be a valid email address.'],
    [{ to: ['b@x.test\r\nBcc: evil@x.test'] }, 'to.0', 'must be a valid email address.'],
    [{ to: ['b@x.test', 'b@x.test,evil@x.test'] }, 'to.1', 'must be a valid email address.'],
    [{ cc: ['Ann <a@x>'] }, 'cc.0', 'must be a valid email address.'],
    [{ bcc: ['b@x.test\u0000'] }, 'bcc.0', 'must be a valid email address.'],
    [{ bcc: [null] }, 'bcc.0', 'is required.'],
    [{ to: people(51) }, 'to', 'must not have more than 50 items.'],
    [{ cc: people(51) }, 'cc', 'must not have more than 50 items.'],
    [{ from: 'x@y.test\nBcc: evil@x.test' }, 'from', 'must be a valid email address.'],
    [{ reply_to: 'x' }, 'reply_to', 'must be a valid email address.'],
    [{ subject: 'Hello\nBcc: evil@x.test' }, 'subject', 'must be on one line.'],
    [{ subject: 'Hello\u2028x' }, 'subject', 'must be on one line.'],
    [{ subject: 'x'.repeat(999) }, 'subject', 'must not be greater than 998 characters.'],
    [{ locale: 'no language' }, 'locale', 'must be a valid language code (BCP 47, such as en or pt-BR).'],
    [{ variables: [1] }, 'variables', 'must be an object.'],
    [{ variables: { a: 'x\u0000' } }, 'variables', 'must not contain NUL or broken characters.'],
    [{ variables: nested(33) }, 'variables', 'must not be nested deeper than 32 levels.'],
    [{ headers: { 'X-A': 'b\r\nBcc: evil@x.test' } }, 'headers.X-A', 'must be on one line.'],
    [{ headers: { 'X-A': 7 } }, 'headers.X-A', 'must be a string.'],
    [{ headers: named(51) }, 'headers', 'must not have more than 50 headers.'],
    [file({ content: 'not base64!' }), 'attachments.0.content', 'must be base64.'],
    [file({ content: 'QQ=' }), 'attachments.0.content', 'must be base64.'],
    [file({ filename: '../a.txt' }), 'attachments.0.filename', 'must be a plain file name.'],
    [file({ filename: 'a\r\nX: y' }), 'attachments.0.filename', 'must be on one line.'],
    [file({ filename: '' }), 'attachments.0.filename', 'is required.'],
    [file({ content_type: 'text' }), 'attachments.0.content_type', 'must be a media type, such as application/pdf.'],
    [file({ content_type: 'a/b\r\nX: y' }), 'attachments.0.content_type', 'must be on one line.'],
    [{ attachments: [7] }, 'attachments.0', 'must be an object.'],
    [
      { attachments: Array(21).fill({ filename: 'a', content: '' }) },
      'attachments',
      'must not have more than 20 items.',
    ],
  ])('%j', async (input, field, problem) => {
    const { status, body } = await send(input);
    const message = `The ${field} field ${problem}`;
    expect([status, body]).toEqual([422, { message, errors: { [field]: [message] } }]);
  });

  test.each(['From', 'bcc', 'SUBJECT', 'Message-ID', 'Content-Type', 'List-Unsubscribe', 'DKIM-Signature', 'Sender'])(
    "the server's own header %s",
    async (name) => {
      const { status, body } = await send({ headers: { [name]: 'x' } });
      expect([status, body.errors]).toEqual([
        422,
        { [`headers.${name}`]: [`The headers.${name} field cannot be set. The server writes this header.`] },
      ]);
    },
  );

  test.each(['X A', 'X:A', 'X\r\nBcc', '', 'Ü'])('a header named %j', async (name) => {
    const { status, body } = await send({ headers: { [name]: 'x' } });
    expect([status, Object.keys(body.errors)]).toEqual([422, [`headers.${name}`]]);
  });

  test('Liquid in the subject that does not parse', async () => {
    const { status, body } = await send({ subject: 'Hi {{ x' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['subject']]);
  });

  test.each(['template', 'from', 'subject', 'locale'])('a %s of the wrong type', async (field) => {
    for (const value of WRONG_TYPES) {
      const { status, body } = await send({ [field]: value });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });
});

test('refused mails are not logged', async () => {
  expect(await api.db.transactionalMail.count()).toBe(0);
  expect(await api.db.message.count()).toBe(0);
});

describe('accepted input:', () => {
  test.each([
    [{ to: people(50), cc: people(50), bcc: people(50) }],
    [{ variables: nested(32) }],
    [{ variables: JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}') }],
    [{ headers: { 'X-Shop': 'Grüße', 'In-Reply-To': '<a@b>' } }],
    [{ subject: 'Grüße 👩 {{ variables.name }}' }],
    [file({ filename: 'Rechnung Nr. 7 – ü.pdf', content_type: 'application/pdf' })],
    [file({ content: '' })],
    [file({ content: 'QUJD'.repeat(1_750_000) })],
  ])('mail %#', async (input) => {
    const { status, body } = await send(input);
    expect(body.errors).toBeUndefined();
    expect(status).toBe(201);
  });
});
