import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { WRONG_TYPES } from '../../support/values.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PATTERN = 'must contain only lowercase letters, digits and _, and start with a letter.';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const create = (input: object, options = {}) => api.rest('POST', '/fields', input, options);
const change = (key: string, input: object) => api.rest('PATCH', `/fields/${key}`, input);

describe('a contact field', () => {
  test.each(['text', 'number', 'date', 'boolean'])('of type %s is created, and read back the same', async (type) => {
    const input = { key: `kind_${type}`, label: 'A label', type };
    const { status, body } = await create(input);
    expect([status, body]).toEqual([201, { data: { ...input, created_at: TIME, updated_at: TIME } }]);
    expect((await api.rest('GET', `/fields/kind_${type}`)).body).toEqual(body);
  });

  test.each([[{}], [{ label: null }]])('without a label (%j) is labelled with the words of its key', async (rest) => {
    const key = `first_order_at_${Object.keys(rest).length}`;
    const { body } = await create({ key, type: 'date', ...rest });
    expect(body.data.label).toBe(`First order at ${Object.keys(rest).length}`);
  });

  test.each(['x', 'a1_', `k${'x'.repeat(63)}`])('may have the key %s', async (key) => {
    expect((await create({ key, type: 'text' })).status).toBe(201);
  });

  test.each([
    [{ key: `k${'x'.repeat(64)}` }, 'must not be greater than 64 characters.'],
    [{ key: undefined }, 'is required.'],
    [{ key: null }, 'is required.'],
    [{ key: '' }, PATTERN],
    [{ key: 'Shoe' }, PATTERN],
    [{ key: '1a' }, PATTERN],
    [{ key: '_a' }, PATTERN],
    [{ key: 'a-b' }, PATTERN],
    [{ key: 'ä' }, PATTERN],
    [{ key: 'a\n' }, PATTERN],
    [{ key: 'a\u0000' }, 'must not contain NUL or broken characters.'],
    [{ type: undefined }, 'is required.'],
    [{ type: null }, 'is required.'],
    [{ type: 'TEXT' }, 'must be one of text, number, date, boolean.'],
    [{ type: 'money' }, 'must be one of text, number, date, boolean.'],
    [{ label: 'a\nb' }, 'must be on one line.'],
    [{ label: 'x'.repeat(256) }, 'must not be greater than 255 characters.'],
  ])('is refused with %j', async (input, problem) => {
    const [name] = Object.keys(input);
    const { status, body } = await create({ key: 'refused', type: 'text', ...input });
    const message = `The ${name} field ${problem}`;
    expect([status, body]).toEqual([422, { message, errors: { [name as string]: [message] } }]);
  });

  test('may have a label of 255 characters', async () => {
    expect((await create({ key: 'long', type: 'text', label: 'x'.repeat(255) })).status).toBe(201);
  });

  test.each(['key', 'label', 'type'])('is refused with a %s of the wrong type, even when it changes', async (name) => {
    for (const value of WRONG_TYPES) {
      const { status, body } = await create({ key: 'refused', type: 'text', [name]: value });
      expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
      const changed = await change('kind_text', { [name]: value });
      expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, [name]]);
    }
  });

  test('reports all errors at once', async () => {
    const { body } = await create({});
    expect(body).toEqual({
      message: 'The key field is required. (and 1 more error)',
      errors: { key: ['The key field is required.'], type: ['The type field is required.'] },
    });
  });

  test.each(
    'id email first_name last_name timezone locale status tags list attributes subscribed_at unsubscribed_at created_at'.split(
      ' ',
    ),
  )('cannot have the reserved key %s, declared or sent', async (key) => {
    const problem = 'is reserved for a field that every subscriber has.';
    expect((await create({ key, type: 'text' })).body.errors).toEqual({ key: [`The key field ${problem}`] });
    const { data } = await subscribe(api, await makeList(api), [
      { email: 'a@people.test', attributes: { [key]: 'x' } },
    ]);
    expect(data[0]).toMatchObject({ outcome: 'failed', message: `The attributes.${key} field ${problem}` });
  });

  test('cannot take a key that a declaration or an attribute uses; another team can', async () => {
    const taken = { key: ['The key field has already been taken.'] };
    await create({ key: 'taken', type: 'number' });
    await subscribe(api, await makeList(api), [{ email: 'a@people.test', attributes: { seen: 'x' } }]);
    for (const key of ['taken', 'seen']) {
      const { status, body } = await create({ key, type: 'text' });
      expect([status, body.errors]).toEqual([422, taken]);
    }
    expect((await create({ key: 'taken', type: 'text' }, { token: api.otherToken })).status).toBe(201);
  });

  test('is created once by any number of simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ key: 'twin', type: 'text' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 422)]);
  });

  test('changes its label alone, or back to the words of its key', async () => {
    await create({ key: 'shoe_size', label: 'Size', type: 'number' });
    const changed = await change('shoe_size', { label: 'Shoes' });
    expect(changed.body).toMatchObject({
      data: { key: 'shoe_size', label: 'Shoes', type: 'number' },
      meta: { converted: 0, unconverted: 0 },
    });
    expect(Date.parse(changed.body.data.updated_at)).toBeGreaterThanOrEqual(Date.parse(changed.body.data.created_at));
    expect((await change('shoe_size', { label: null })).body.data.label).toBe('Shoe size');
    expect((await change('shoe_size', {})).body.data.label).toBe('Shoe size');
    expect((await change('shoe_size', { type: null })).body.errors).toEqual({ type: ['The type field is required.'] });
  });

  test.each(['nobody', 'Not_a_key', '%00', 'a%0a', 'x'.repeat(65)])('that is not there (%s) is 404', async (key) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await api.rest(method, `/fields/${key}`, method === 'GET' ? undefined : { type: 7 });
      expect(answer.status).toBe(404);
    }
  });
});

describe('a new type', () => {
  let list: string;
  beforeEach(async () => {
    list = await makeList(api);
  });

  const isNumber = [
    ['7', 7],
    ['-12.25', -12.25],
    [' 5 ', 5],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', undefined],
    ['0.1234567890123456789', 0.12345678901234568],
    [`0.${'0'.repeat(400)}1`, undefined],
    ['9'.repeat(400), undefined],
    ['1e5', undefined],
    ['٣', undefined],
    ['old', undefined],
    ['twelve', undefined],
    ['true', undefined],
  ];
  const isDate = [
    ['2000-02-29', '2000-02-29'],
    ['2001-02-29', undefined],
    ['2026-04-31', undefined],
    ['2026-13-01', undefined],
    ['0000-01-01', undefined],
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31t12:00:00.1239z', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T23:59:59.99999999999Z', '2026-01-31T23:59:59.999Z'],
    ['2026-01-31T12:00:00', undefined],
    ['2026-01-31 12:00:00Z', undefined],
    ['2026-01-31T24:00:00Z', undefined],
    ['2026-01-31T12:00:60Z', undefined],
    ['2026-01-31T12:00:00+23:00', undefined],
    ['9999-12-31T23:59:59-10:00', undefined],
    ['2026-01-31\n', undefined],
    ['tomorrow', undefined],
  ];
  const isBoolean = [
    ['true', true],
    ['false', false],
    ['TRUE', undefined],
    ['1', undefined],
    [' true', undefined],
  ];

  test.each([
    ['number', isNumber],
    ['date', isDate],
    ['boolean', isBoolean],
  ])('%s converts matching text, counts the rest and leaves it unchanged', async (type, cases) => {
    const key = `to_${type}`;
    const rows = cases.map(([text], index) => ({
      email: `p${index}@people.test`,
      attributes: { [key]: text, other: 'x' },
    }));
    await subscribe(api, list, [...rows, { email: 'none@people.test' }]);
    const { status, body } = await change(key, { type });
    expect(status).toBe(200);
    const unconverted = cases.filter(([, value]) => value === undefined).length;
    expect(body.data).toMatchObject({ key, type });
    expect(body.meta).toEqual({ converted: cases.length - unconverted, unconverted });
    for (const [index, [text, value]] of cases.entries()) {
      const { attributes } = await readSubscriber(api, list, `p${index}@people.test`);
      expect(attributes).toEqual({ [key]: value ?? text, other: 'x' });
    }
    expect((await readSubscriber(api, list, 'none@people.test')).attributes).toEqual({});
    const back = await change(key, { type: 'text' });
    expect(back.body.meta).toEqual({ converted: cases.length, unconverted: 0 });
  });

  test('from numbers and booleans makes text, and from text makes them again', async () => {
    await create({ key: 'n', type: 'number' });
    await create({ key: 'b', type: 'boolean' });
    await subscribe(api, list, [{ email: 'a@people.test', attributes: { n: -1.5, b: false } }]);
    for (const key of ['n', 'b']) await change(key, { type: 'text' });
    expect((await readSubscriber(api, list, 'a@people.test')).attributes).toEqual({ n: '-1.5', b: 'false' });
    await change('n', { type: 'number' });
    await change('b', { type: 'boolean' });
    expect((await readSubscriber(api, list, 'a@people.test')).attributes).toEqual({ n: -1.5, b: false });
    expect((await change('n', { type: 'date' })).body.meta).toEqual({ converted: 0, unconverted: 1 });
  });

  test('validates values sent from then on, and affects no other team', async () => {
    await subscribe(api, list, [{ email: 'a@people.test', attributes: { points: '5' } }]);
    const token = api.otherToken;
    const other = await api.rest('POST', '/lists', { name: 'N', from_email: 'n@other.test' }, { token });
    const row = { email: 'a@people.test', attributes: { points: '5' } };
    const theirs = await api.rest('POST', `/lists/${other.body.data.id}/subscribers`, row, { token });
    expect((await change('points', { type: 'number' })).body.meta).toEqual({ converted: 1, unconverted: 0 });
    const { data } = await subscribe(api, list, [{ email: 'b@people.test', attributes: { points: 'many' } }]);
    expect(data[0].message).toBe('The attributes.points field must be a number.');
    const read = await api.rest('GET', `/subscribers/${theirs.body.data.id}`, undefined, { token });
    expect(read.body.data.attributes).toEqual({ points: '5' });
  });

  test('costs as many statements for one subscriber as for a hundred', async () => {
    const counts: number[] = [];
    for (const count of [1, 100]) {
      const key = `cost_${count}`;
      await subscribe(
        api,
        list,
        rowsOf(count, key).map((row) => ({ ...row, attributes: { [key]: '1' } })),
      );
      counts.push((await api.statements(() => change(key, { type: 'number' }))).length);
      counts.push((await api.statements(() => api.rest('DELETE', `/fields/${key}`))).length);
    }
    expect(counts.slice(2)).toEqual(counts.slice(0, 2));
  });

  test('while batches run leaves no value of another type', async () => {
    await create({ key: 'racing', type: 'text' });
    const batches = Array.from({ length: 12 }, (_, index) =>
      subscribe(
        api,
        list,
        rowsOf(20, `r${index}_`).map((row) => ({ ...row, attributes: { racing: '7' } })),
      ),
    );
    await Promise.all([...batches, change('racing', { type: 'number' })]);
    const values = await api.db.subscriber.findMany({ where: { listId: list } });
    expect(values).toHaveLength(240);
    expect(new Set(values.map(({ attributes }) => (attributes as { racing: unknown }).racing))).toEqual(new Set([7]));
  });
});

test('batches over the same people go on while types change and tags and fields go away', async () => {
  const list = await makeList(api);
  const rows = rowsOf(80, 'crowd').map((row) => ({
    ...row,
    tags: ['leaving'],
    attributes: { turning: '1', leaving: '1' },
  }));
  await subscribe(api, list, rows);
  const { body } = await api.rest('GET', '/tags?per_page=100');
  const tag = body.data.find(({ name }: { name: string }) => name === 'leaving').id;
  const others = rowsOf(80, 'crowd').map((row) => ({ ...row, attributes: { untouched: 'x' } }));
  const batches = Array.from({ length: 12 }, (_, index) =>
    subscribe(api, list, index % 2 ? others : others.toReversed()),
  );
  const changes = [
    change('turning', { type: 'number' }),
    api.rest('DELETE', '/fields/leaving'),
    api.rest('DELETE', `/tags/${tag}`),
  ];
  const answers = await Promise.all(changes);
  await Promise.all(batches);
  expect(answers.map(({ status }) => status)).toEqual([200, 204, 204]);
  expect(answers[0]?.body.meta).toEqual({ converted: 80, unconverted: 0 });
  for (const { attributes, tagIds } of await api.db.subscriber.findMany({ where: { listId: list } })) {
    expect([attributes, tagIds]).toEqual([{ turning: 1, untouched: 'x' }, []]);
  }
});

test('deleting a field deletes its values, and a concurrent batch either creates it again or loses its value', async () => {
  const list = await makeList(api);
  const rows = (prefix: string) =>
    rowsOf(20, prefix).map((row) => ({ ...row, attributes: { going: 'x', stays: 'y' } }));
  await subscribe(api, list, rows('before'));
  const deleted = await api.rest('DELETE', '/fields/going');
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  expect((await api.rest('GET', '/fields/going')).status).toBe(404);
  expect((await readSubscriber(api, list, 'before0@people.test')).attributes).toEqual({ stays: 'y' });

  await subscribe(api, list, rows('again'));
  await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => subscribe(api, list, rows(`r${index}_`))),
    api.rest('DELETE', '/fields/going'),
  ]);
  const declared = (await api.rest('GET', '/fields/going')).status === 200;
  const holding = await api.db.subscriber.count({
    where: { listId: list, attributes: { path: ['going'], equals: 'x' } },
  });
  expect(holding > 0).toBe(declared);
});

test('a team has at most 500 contact fields, declared or seen', async () => {
  const one = await openTestApp();
  const data = Array.from({ length: 498 }, (_, index) => ({
    ...{ teamId: one.teamId, key: `f${index}`, label: 'F', type: 'text' as const },
  }));
  await one.db.contactField.createMany({ data });
  const list = await makeList(one);
  const body = await subscribe(one, list, [
    { email: 'a@people.test', attributes: { n499: 'x', n500: 'x', n501: 'x' } },
    { email: 'b@people.test', attributes: { n499: 'x', f1: 'x' } },
    { email: 'c@people.test', attributes: { n500: 'x', n499: null } },
    { email: 'd@people.test', attributes: { n501: 'x' } },
  ]);
  const message = 'A team can have at most 500 contact fields.';
  expect(body.data).toMatchObject([
    { outcome: 'failed', message },
    { outcome: 'subscribed' },
    { outcome: 'subscribed' },
    { outcome: 'failed', message },
  ]);
  const refused = await one.rest('POST', '/fields', { key: 'n501', type: 'text' });
  expect([refused.status, refused.body.errors]).toEqual([422, { key: [message] }]);
  const patched = await one.rest('PATCH', `/subscribers/${body.data[1].id}`, { attributes: { n501: 'x' } });
  expect([patched.status, Object.keys(patched.body.errors)]).toEqual([422, ['attributes.n501']]);
  expect((await one.rest('GET', '/fields')).body.meta.total).toBe(500);
  await one.close();
});

test('the fields come newest first, in pages', async () => {
  for (const key of ['page_a', 'page_b']) await create({ key, type: 'text' });
  const { body } = await api.rest('GET', '/fields?per_page=2');
  expect(body.data.map(({ key }: { key: string }) => key)).toEqual(['page_b', 'page_a']);
  expect(body.data[0]).toEqual({ key: 'page_b', label: 'Page b', type: 'text', created_at: TIME, updated_at: TIME });
  expect((await api.rest('GET', '/fields?per_page=2&page=2')).body.data[0].key).not.toBe('page_a');
});

describe('in GraphQL', () => {
  test('a contact field is created, read, listed, changed and deleted', async () => {
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'a@people.test', attributes: { seats: '4' } }]);
    const created = await api.graphql(
      'mutation ($input: CreateContactFieldInput!) { createContactField(input: $input) { contactField { key label type } } }',
      { input: { key: 'gql_field', type: 'DATE' } },
    );
    expect(created.body.data.createContactField.contactField).toEqual({
      key: 'gql_field',
      label: 'Gql field',
      type: 'DATE',
    });
    const read = await api.graphql(
      '{ contactField(key: "gql_field") { type createdAt updatedAt } contactFields(first: 1) { nodes { key } totalCount pageInfo { endCursor } } }',
    );
    expect(read.body.data).toMatchObject({
      contactField: { type: 'DATE', createdAt: TIME },
      contactFields: { nodes: [{ key: 'gql_field' }] },
    });
    const next = await api.graphql(
      'query ($after: String) { contactFields(first: 1, after: $after) { nodes { key } } }',
      {
        after: read.body.data.contactFields.pageInfo.endCursor,
      },
    );
    expect(next.body.data.contactFields.nodes).toEqual([{ key: 'seats' }]);
    const changed = await api.graphql(
      'mutation { updateContactField(input: { key: "seats", type: NUMBER }) { contactField { key type } converted unconverted } }',
    );
    expect(changed.body.data.updateContactField).toEqual({
      contactField: { key: 'seats', type: 'NUMBER' },
      converted: 1,
      unconverted: 0,
    });
    const shown = await api.graphql('{ contactField(key: "seats") { id } }');
    const deleted = await api.graphql('mutation { deleteContactField(input: { key: "seats" }) { deletedId } }');
    expect(deleted.body.data.deleteContactField).toEqual({ deletedId: shown.body.data.contactField.id });
    expect((await readSubscriber(api, list, 'a@people.test')).attributes).toEqual({});
  });

  test.each([
    ['mutation { createContactField(input: { key: "email", type: TEXT }) { contactField { key } } }', 'BAD_USER_INPUT'],
    ['mutation { createContactField(input: { key: "A", type: TEXT }) { contactField { key } } }', 'BAD_USER_INPUT'],
    ['mutation { updateContactField(input: { key: "nobody" }) { converted } }', 'NOT_FOUND'],
    ['mutation { deleteContactField(input: { key: "nobody" }) { deletedId } }', 'NOT_FOUND'],
  ])('%s is %s', async (operation, code) => {
    expect((await api.graphql(operation)).body.errors[0].extensions.code).toBe(code);
  });
});
