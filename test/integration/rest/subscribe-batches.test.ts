import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const ANN = 'ann@people.test';
const path = () => `/lists/${list}/subscribers/batch`;

describe('a batch', () => {
  test.each([1, 100])('of %i rows is answered at once, in the order sent', async (count) => {
    const { data, meta } = await subscribe(api, list, rowsOf(count));
    expect(meta).toEqual({ added: count, updated: 0, failed: 0 });
    expect(data.map((row: { index: number; email: string }) => [row.index, row.email])).toEqual(
      rowsOf(count).map((row, index) => [index, row.email]),
    );
    expect((await api.rest('GET', `/lists/${list}`)).body.data.subscribed_count).toBe(count);
  });

  test.each([
    [{ subscribers: [] }, 'must have at least 1 item.'],
    [{}, 'is required.'],
    [{ subscribers: null }, 'is required.'],
    [{ subscribers: {} }, 'must be an array.'],
    [{ subscribers: 'a@b.test' }, 'must be an array.'],
  ])('%j is refused as a whole', async (body, problem) => {
    const answer = await api.rest('POST', path(), body);
    const message = `The subscribers field ${problem}`;
    expect([answer.status, answer.body]).toEqual([422, { message, errors: { subscribers: [message] } }]);
    expect((await api.rest('POST', `/lists/${UNKNOWN_ID}/subscribers/batch`, body)).status).toBe(404);
  });

  test('of only failing rows is still 200', async () => {
    const { meta } = await subscribe(api, list, [{ email: 'x' }, {}]);
    expect(meta).toEqual({ added: 0, updated: 0, failed: 2 });
  });

  test('costs as many statements for 100 rows as for one', async () => {
    const row = (email: string, number: number) => ({
      email,
      tags: [`t${number}`],
      attributes: { [`k${number}`]: 'x' },
    });
    const rows = rowsOf(100, 'many').map(({ email }, number) => row(email, number));
    await subscribe(api, list, [{ email: 'known@people.test' }, { email: 'many0@people.test' }]);
    const one = await api.statements(() =>
      subscribe(api, list, [row('known@people.test', 1000), row('new@people.test', 1)]),
    );
    const hundred = await api.statements(() => subscribe(api, list, rows));
    expect(hundred).toHaveLength(one.length);
    expect(hundred.length).toBeLessThanOrEqual(process.env.CITUS_URL ? 24 : 14); // more without a trigger
  });
});

test('20 simultaneous batches with the same addresses create each person once, without a server error', async () => {
  const rows = rowsOf(50).map((row, index) => ({
    ...row,
    tags: [`t${index % 7}`],
    attributes: { [`a${index % 5}`]: 'x' },
  }));
  const batches = Array.from({ length: 20 }, (_, index) => (index % 2 ? rows : rows.toReversed()));
  const answers = await Promise.all(batches.map((subscribers) => api.rest('POST', path(), { subscribers })));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.meta).toMatchObject({ failed: 0 });
  }
  const page = await api.rest('GET', `/lists/${list}/subscribers?per_page=100`);
  expect(page.body.meta.total).toBe(50);
  const idByAddress = new Map(page.body.data.map(({ email, id }: { email: string; id: string }) => [email, id]));
  for (const { body } of answers) for (const row of body.data) expect(row.id).toBe(idByAddress.get(row.email));
  expect(await api.db.tag.count()).toBeGreaterThanOrEqual(7);
});

test('tags ignore case, and keep their first spelling', async () => {
  await subscribe(api, list, [{ email: ANN, tags: ['Café', 'CAFÉ ', 'café'] }]);
  await subscribe(api, list, [{ email: ANN, tags: ['cAFÉ'] }]);
  expect((await readSubscriber(api, list, ANN)).tags).toEqual(['Café']);
});

describe('contact fields', () => {
  beforeAll(async () => {
    const fields = [
      ['age', 'number'],
      ['born', 'date'],
      ['member', 'boolean'],
    ] as const;
    const rows = fields.map(([key, type]) => ({ teamId: api.teamId, key, label: key, type }));
    await api.db.contactField.createMany({ data: rows });
  });

  test.each([
    [{ age: 7.5 }, { age: 7.5 }],
    [{ age: '-12.25' }, { age: -12.25 }],
    [{ born: '2000-02-29' }, { born: '2000-02-29' }],
    [{ born: '2026-01-31T12:00:00+02:00' }, { born: '2026-01-31T10:00:00.000Z' }],
    [{ member: false }, { member: false }],
    [{ member: 'true' }, { member: true }],
    [{ constructor: 'x' }, { constructor: 'x' }],
  ])('%j is kept as %j', async (attributes, kept) => {
    await subscribe(api, list, [{ email: ANN, attributes }]);
    expect((await readSubscriber(api, list, ANN)).attributes).toEqual(kept);
  });

  test.each([
    [{ age: 'old' }, 'The attributes.age field must be a number.'],
    [{ age: '1e5' }, 'The attributes.age field must be a number.'],
    [{ age: true }, 'The attributes.age field must be a number.'],
    [{ age: '90071992547409920' }, 'The attributes.age field must be a number.'],
    [
      { born: '2001-02-29' },
      'The attributes.born field must be a date (2026-01-31, or --01-31 without a year) or a date-time (RFC 3339).',
    ],
    [
      { born: 7 },
      'The attributes.born field must be a date (2026-01-31, or --01-31 without a year) or a date-time (RFC 3339).',
    ],
    [{ member: 'yes' }, 'The attributes.member field must be true or false.'],
    [{ member: 1 }, 'The attributes.member field must be true or false.'],
  ])('%j does not fit, and fails only its row', async (attributes, message) => {
    const { data } = await subscribe(api, list, [{ email: ANN, attributes }, { email: 'bob@people.test' }]);
    expect(data).toMatchObject([{ outcome: 'failed', message }, { outcome: 'subscribed' }]);
  });

  test('an undeclared key becomes a text field, labelled in words', async () => {
    await subscribe(api, list, [{ email: ANN, attributes: { first_order_at: 12 } }]);
    const where = { teamId_key: { teamId: api.teamId, key: 'first_order_at' } };
    const field = await api.db.contactField.findUnique({ where });
    expect(field).toMatchObject({ label: 'First order at', type: 'text' });
  });
});

test('a blocked address or domain fails with a message', async () => {
  const targets = ['ann@blocked.test', 'closed.test'];
  const data = targets.map((target) => ({ teamId: api.teamId, id: newId(), target }));
  await api.db.suppression.createMany({ data });
  const rows = ['Ann@Blocked.test', 'x@closed.test', 'x@blocked.test', 'x@sub.closed.test'].map((email) => ({ email }));
  const body = await subscribe(api, list, rows);
  const message = 'The address is blocked: it is suppressed and gets no e-mails from the team.';
  expect(body.data.slice(0, 2)).toMatchObject([
    { outcome: 'failed', message },
    { outcome: 'failed', message },
  ]);
  expect(body.meta).toEqual({ added: 2, updated: 0, failed: 2 });
});
