import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { rowsOf } from '../../support/audience.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const EVENT = { email: 'ann@people.test', name: 'order' };
const post = (body: object) => api.rest('POST', '/events', body);
const eventsOf = async (email: string) =>
  (await api.rest('GET', `/events?email=${encodeURIComponent(email)}`)).body.data;

const many = (count: number, prefix: string) =>
  rowsOf(count, prefix).map((row, index) => ({ ...row, name: 'visit', reference: `${prefix}-${index}` }));

describe('a single event', () => {
  test('is recorded once per reference: 201, then 200 and duplicate, with any content', async () => {
    const first = await post({ ...EVENT, reference: 'one' });
    expect([first.status, first.body]).toEqual([
      201,
      { data: { index: 0, status: 'recorded', id: expect.any(String) } },
    ]);
    for (const event of [EVENT, { email: 'bob@people.test', name: 'visit' }]) {
      const second = await post({ ...event, reference: 'one' });
      expect([second.status, second.body]).toEqual([200, { data: { index: 0, status: 'duplicate' } }]);
    }
    expect(await eventsOf('bob@people.test')).toEqual([]);
  });

  test('without a reference is recorded each time', async () => {
    const answers = [await post({ ...EVENT, reference: null }), await post(EVENT)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  test.each(['', ' \t '])('with a blank reference, %j, is recorded each time, without one', async (reference) => {
    const email = `blank${reference.length}@people.test`;
    const event = { ...EVENT, email, reference };
    const answers = [await post(event), await post(event)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { body } = await post({ events: [event, event] });
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['recorded', 'recorded']);
    expect((await eventsOf(email)).map((event: { reference: unknown }) => event.reference)).toEqual(
      Array(4).fill(null),
    );
  });

  test('sent 50 times at once with one reference is recorded exactly once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ ...EVENT, reference: 'race' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201]);
  });
});

describe('a batch', () => {
  test.each([1, 1000])('of %i rows is answered in the order received', async (count) => {
    const { status, body } = await post({ events: many(count, `of${count}`) });
    expect([status, body.failed]).toEqual([200, 0]);
    expect(body.data.map(({ index }: { index: number }) => index)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).toBe(count);
  });

  // Without triggers it is several in one transaction.
  test.skipIf(process.env.CITUS_URL)('of 1000 rows is one statement', async () => {
    const statements = await api.statements(() => post({ events: many(1000, 'counted') }));
    expect(statements).toHaveLength(1);
  });

  test.each([
    [[], 'must have at least 1 item.'],
    [null, 'is required.'],
    [{}, 'must be an array.'],
    ['x', 'must be an array.'],
    [Array.from({ length: 1001 }, () => EVENT), 'must not have more than 1000 items.'],
  ])('outside 1 to 1000 rows is refused as a whole', async (events, problem) => {
    // A body with `events` is a batch, with any other keys.
    const { status, body } = await post({ ...EVENT, events });
    const message = `The events field ${problem}`;
    expect([status, body]).toEqual([422, { message, errors: { events: [message] } }]);
  });

  test('validates each row on its own, and answers with exactly the keys that apply', async () => {
    await post({ ...EVENT, reference: 'known' });
    const events = [
      { ...EVENT, email: 'Mixed@People.TEST', reference: 'new' },
      { email: 'x', name: '', value: 1, properties: [1] },
      { ...EVENT, reference: 'known' },
      { ...EVENT, reference: 'new' },
      null,
      'text',
      [],
    ];
    const { status, body } = await post({ events });
    expect(status).toBe(200);
    const none = { row: ['The row field is required.'] };
    const noObject = { row: ['The row field must be an object.'] };
    expect(body).toEqual({
      data: [
        { index: 0, status: 'recorded', id: expect.any(String) },
        {
          ...{ index: 1, status: 'invalid' },
          errors: {
            email: ['The email field must be a valid email address.'],
            name: ['The name field is required.'],
            properties: ['The properties field must be an object.'],
            currency: ['The currency field is required with value.'],
          },
        },
        { index: 2, status: 'duplicate' },
        { index: 3, status: 'duplicate' },
        { index: 4, status: 'invalid', errors: none },
        { index: 5, status: 'invalid', errors: noObject },
        { index: 6, status: 'invalid', errors: noObject },
      ],
      failed: 4,
    });
    expect((await eventsOf('mixed@people.test'))[0]).toMatchObject({ reference: 'new' });
  });

  test("records the first of several rows with one reference, and not an erased person's", async () => {
    await api.rest('POST', '/people/erase', { email: 'gone@people.test' });
    const events = ['gone@people.test', 'one@people.test', 'two@people.test'].map((email) => ({
      ...{ email, name: 'visit', reference: 'shared' },
    }));
    const { body } = await post({ events });
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['invalid', 'recorded', 'duplicate']);
    expect(await eventsOf('one@people.test')).toMatchObject([{ name: 'visit', reference: 'shared' }]);
    expect((await post({ events })).body.data[1]).toEqual({ index: 1, status: 'duplicate' });
  });

  test("leaves the reference of an erased person's row to later events", async () => {
    await api.rest('POST', '/people/erase', { email: 'lost@people.test' });
    const row = (email: string, reference: string) => ({ email, name: 'visit', reference });
    const statusesOf = async (...events: object[]) =>
      (await post({ events })).body.data.map(({ status }: { status: string }) => status);
    expect(await statusesOf(row('lost@people.test', 'left'), row('one@people.test', 'own'))).toEqual([
      ...['invalid', 'recorded'],
    ]);
    expect(await statusesOf(row('two@people.test', 'left'))).toEqual(['recorded']);
  });

  test('of only invalid rows is 422, row by row', async () => {
    const { status, body } = await post({ events: [{ name: 'a' }, { ...EVENT, value: 1.5, currency: 'EU' }] });
    expect([status, body]).toEqual([
      422,
      {
        message: 'The events.0.email field is required. (and 2 more errors)',
        errors: {
          'events.0.email': ['The events.0.email field is required.'],
          'events.1.value': [
            'The events.1.value field must be an integer in the smallest unit of the currency: 1250 for 12.50.',
          ],
          'events.1.currency': ['The events.1.currency field must be exactly 3 letters.'],
        },
      },
    ]);
  });

  test('of only duplicates is 200', async () => {
    const events = many(3, 'again');
    await post({ events });
    const { status, body } = await post({ events });
    expect([status, body]).toEqual([
      200,
      { data: [0, 1, 2].map((index) => ({ index, status: 'duplicate' })), failed: 0 },
    ]);
  });

  test('meets another with the same rows in opposite order, 20 times: each row is recorded once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const events = many(60, `round${round}`);
      const answers = await Promise.all([post({ events }), post({ events: events.toReversed() })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const rows = answers.flatMap(({ body }) => body.data) as { status: string }[];
      expect(rows.filter(({ status }) => status === 'recorded')).toHaveLength(60);
    }
  });
});
