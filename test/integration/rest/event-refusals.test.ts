import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { nested, WRONG_TYPES } from '../../support/values.ts';

const HOUR = 3_600_000;
const EVENT = { email: 'ann@people.test', name: 'order' };
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const DATE_TIME = 'must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const record = (input: object) => api.rest('POST', '/events', { ...EVENT, ...input });

describe('invalid is', () => {
  test.each([
    [{ email: undefined }, 'The email field is required.'],
    [{ email: '' }, 'The email field is required.'],
    [{ email: 'a@b' }, 'The email field must be a valid email address.'],
    [{ email: 'b@x.test\r\nBcc: evil@x.test' }, 'The email field must be a valid email address.'],
    [{ email: 'b@x.test\u0000' }, 'The email field must be a valid email address.'],
    [{ email: `${'x'.repeat(65)}@x.test` }, 'The email field must be a valid email address.'],
    [{ name: undefined }, 'The name field is required.'],
    [{ name: '' }, 'The name field is required.'],
    [{ name: 'x'.repeat(101) }, 'The name field must not be greater than 100 characters.'],
    ...['order👩', 'é', 'a/b', 'a\u0000', 'order\n', 'a,b'].map((name) => [
      { name },
      'The name field must contain only letters, digits, spaces and the symbols _ . : -',
    ]),
    ...[[1], 'x', 7, true].map((properties) => [{ properties }, 'The properties field must be an object.']),
    [{ properties: { a: 'x\u0000' } }, 'The properties field must not contain NUL or broken characters.'],
    [{ properties: { 'a\u0000': 1 } }, 'The properties field must not contain NUL or broken characters.'],
    [{ properties: { a: [{ b: '\ud800' }] } }, 'The properties field must not contain NUL or broken characters.'],
    [{ properties: nested(33) }, 'The properties field must not be nested deeper than 32 levels.'],
    [{ properties: nested(40) }, 'The properties field must not be nested deeper than 32 levels.'],
    [
      { properties: { a: 2 ** 53 } },
      'The properties.a field must not be a number beyond 9007199254740991. Send it as text to keep all its digits.',
    ],
    [
      { properties: { a: Array.from({ length: 10_001 }, () => 0) } },
      'The properties field must not have more than 10000 values.',
    ],
    [{ value: 1 }, 'The currency field is required with value.'],
    [{ currency: 'EUR' }, 'The value field is required with currency.'],
    [{ value: 1, currency: null }, 'The currency field is required with value.'],
    [{ value: -1, currency: 'EUR' }, 'The value field must be at least 0.'],
    [
      { value: 1.5, currency: 'EUR' },
      'The value field must be an integer in the smallest unit of the currency: 1250 for 12.50.',
    ],
    [
      { value: '12', currency: 'EUR' },
      'The value field must be an integer in the smallest unit of the currency: 1250 for 12.50.',
    ],
    [{ value: 2 ** 53, currency: 'EUR' }, 'The value field must not be greater than 9007199254740991.'],
    ...['EU', 'euro', 'E1R', '', 'ÄUR', 'EUR\n'].map((currency) => [
      { value: 1, currency },
      'The currency field must be exactly 3 letters.',
    ]),
    [{ occurred_at: inHours(25) }, 'The occurred_at field must be at most one day in the future.'],
    ...['yesterday', '', '2026-01-31', '2026-01-31T12:00:00', '2026-02-30T12:00:00Z', '2026-13-01T00:00:00Z'].map(
      (occurred_at) => [{ occurred_at }, `The occurred_at field ${DATE_TIME}`],
    ),
    ...['2026-01-31 12:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:00Z', '0000-01-01T00:00:00Z'].map(
      (occurred_at) => [{ occurred_at }, `The occurred_at field ${DATE_TIME}`],
    ),
    [{ reference: 'r'.repeat(256) }, 'The reference field must not be greater than 255 characters.'],
    [{ reference: 'a\u0000' }, 'The reference field must not contain NUL or broken characters.'],
  ] as [object, string][])('%j', async (input, message) => {
    const { status, body } = await record(input);
    const field = message.split(' ')[1] as string;
    expect([status, body]).toEqual([422, { message, errors: { [field]: [message] } }]);
  });

  test.each(['email', 'name', 'currency', 'occurred_at', 'reference'])('a %s of the wrong type', async (field) => {
    for (const value of WRONG_TYPES) {
      const { status, body } = await record({ value: 1, currency: 'EUR', [field]: value });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  test('reported with all issues at once', async () => {
    const input = { email: 'x', name: '', value: -1, occurred_at: inHours(25), reference: 7, properties: [1] };
    const { body } = await record(input);
    const fields = ['currency', 'email', 'name', 'occurred_at', 'properties', 'reference', 'value'];
    expect(Object.keys(body.errors).toSorted()).toEqual(fields);
    expect(body.message).toMatch(/ \(and 6 more errors\)$/);
  });
});
