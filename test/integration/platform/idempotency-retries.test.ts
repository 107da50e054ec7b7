import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptAnswer } from '../../../src/domain/platform/encrypted-answer.ts';
import { hashOfKey } from '../../../src/domain/platform/fingerprint.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { openSecondProcess, type RawAnswer } from '../../support/second-process.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 4 });
  secondProcess = await openSecondProcess(api);
});
afterAll(async () => {
  await secondProcess.close();
  await api.close();
});

let keys = 0;
const newKey = () => `retry-${++keys}`;
const FROM = 'news@shop.example';

/** Text bodies are sent as written. */
const send = async (url: string, body: unknown, key: string, app = api.app): Promise<RawAnswer> => {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
};
const post = (path: string, body: unknown, key: string, app = api.app) => send(`/v1${path}`, body, key, app);

const CREATE = 'mutation ($input: CreateListInput!) { createList(input: $input) { list { id name } } }';
const create = (input: object, key: string, app = api.app) =>
  send('/graphql', { query: CREATE, variables: { input } }, key, app);

const countLists = async (name: string): Promise<number> => {
  const [row] = await statement(api.databaseUrl, `select count(*)::int as count from lists where name = '${name}'`);
  return row?.count as number;
};

const replayed = ({ headers }: RawAnswer) => headers['idempotent-replay'] === 'true';

describe('a refused body', () => {
  test.each([
    ['/lists', { name: 'Typo', from_email: 'news@shop' }, { name: 'Typo', from_email: FROM }, 201],
    [
      '/transactional-mails',
      { from: FROM, to: ['ann@@x.test'], subject: 'Hi', text: 'Hi' },
      { from: FROM, to: ['ann@x.test'], subject: 'Hi', text: 'Hi' },
      201,
    ],
    ['/events', { events: [{ email: 'nobody', name: 'visit' }] }, { email: 'ann@x.test', name: 'visit' }, 201],
    [
      '/templates',
      { name: 'Typo', editor: 'html', content: '{{ a' },
      { name: 'Typo', editor: 'html', content: '{{ a }}' },
      201,
    ],
    ['/tags', { name: 'a', colour: 'x' }, { name: 'a' }, 201],
  ])('at %s leaves its key for a corrected body', async (path, wrong, right, status) => {
    const key = newKey();
    expect(await post(path, wrong, key)).toMatchObject({ status: 422 });
    const corrected = await post(path, right, key, secondProcess.app);
    expect(corrected).toMatchObject({ status });
    expect(replayed(corrected)).toBe(false);
    expect(await post(path, right, key)).toMatchObject({ status, text: corrected.text });
    expect(await post(path, wrong, key)).toMatchObject({
      status: 422,
      text: expect.stringContaining('Idempotency-Key'),
    });
  });

  test('runs again once the problem is solved', async () => {
    const key = newKey();
    const mail = { from: FROM, to: ['ann@x.test'], template: 'Later' };
    expect(await post('/transactional-mails', mail, key)).toMatchObject({ status: 422 });
    await api.rest('POST', '/templates', { name: 'Later', editor: 'html', subject: 'Hi', content: '<p>Hi</p>' });
    const again = await post('/transactional-mails', mail, key);
    expect(again).toMatchObject({ status: 201 });
    expect((await post('/transactional-mails', mail, key)).text).toBe(again.text);
  });

  test('in GraphQL leaves its key for a corrected request', async () => {
    const key = newKey();
    const wrong = await create({ name: '', fromEmail: FROM }, key);
    expect(JSON.parse(wrong.text).errors[0].extensions.code).toBe('BAD_USER_INPUT');
    const corrected = await create({ name: 'GraphQL', fromEmail: FROM }, key, secondProcess.app);
    expect(JSON.parse(corrected.text).data.createList.list.name).toBe('GraphQL');
    expect(await create({ name: 'GraphQL', fromEmail: FROM }, key)).toMatchObject({ text: corrected.text });
    expect(await countLists('GraphQL')).toBe(1);
  });

  test('leaves its key for one of many corrected bodies', async () => {
    const key = newKey();
    await post('/lists', { name: '', from_email: FROM }, key);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post('/lists', { name: `Race ${index}`, from_email: FROM }, key, index % 2 ? api.app : secondProcess.app),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    const rows = await statement(api.databaseUrl, "select name from lists where name like 'Race %'");
    expect(rows).toHaveLength(1);
  });
});

describe('a used key', () => {
  test.each([
    ['404', '/subscribers/00000000-0000-7000-8000-000000000000/tags', 404],
    ['404 of a path that is no id', '/subscribers/nobody/tags', 404],
  ])('with answer %s belongs to that request', async (_, path, status) => {
    const key = newKey();
    const first = await post(path, { tags: ['a'] }, key);
    expect(first).toMatchObject({ status });
    const again = await post(path, { tags: ['a'] }, key, secondProcess.app);
    expect([again.status, again.text, replayed(again)]).toEqual([status, first.text, true]);
    expect(await post(path, { tags: ['b'] }, key)).toMatchObject({ status: 422 });
  });
});

describe('a request matches', () => {
  const BODY = {
    email: 'ann@x.test',
    name: 'cart',
    value: 1250,
    currency: 'EUR',
    properties: {
      items: [
        { sku: 'A', price: 1 },
        { sku: 'B', price: 2 },
      ],
      cart: { id: 7, open: true },
    },
  };
  const text = JSON.stringify(BODY);
  const reversed = JSON.stringify({
    properties: {
      cart: { open: true, id: 7 },
      items: [
        { price: 1, sku: 'A' },
        { price: 2, sku: 'B' },
      ],
    },
    currency: 'EUR',
    value: 1250,
    name: 'cart',
    email: 'ann@x.test',
  });

  test.each([
    ['whatever the order of its keys', reversed],
    ['whatever the white space', JSON.stringify(BODY, null, 4)],
    ['whether a number is written 1250, 1250.0 or 1.25e3', text.replace('1250', '1250.0')],
    ['whether a number is written 1250, 1250.0 or 1.25e3', text.replace('1250', '1.25e3')],
    ['whether a letter is escaped', text.replace('"cart"', '"\\u0063art"')],
  ])('%s', async (_, other) => {
    const key = newKey();
    const first = await post('/events', text, key);
    const again = await post('/events', other, key, secondProcess.app);
    expect(first).toMatchObject({ status: 201 });
    expect([again.status, again.text, replayed(again)]).toEqual([201, first.text, true]);
  });

  test.each([
    [
      'a list in another order',
      { ...BODY, properties: { ...BODY.properties, items: BODY.properties.items.toReversed() } },
    ],
    ['a number as text', { ...BODY, properties: { ...BODY.properties, cart: { id: '7', open: true } } }],
    ['a key that is null instead of absent', { ...BODY, properties: { ...BODY.properties, note: null } }],
    ['a list instead of an object', { ...BODY, properties: { ...BODY.properties, cart: ['id', 7, 'open', true] } }],
    ['a key called __proto__', text.replace('"cart":{', '"__proto__":{"a":1},"cart":{')],
  ])('but not with %s', async (_, other) => {
    const key = newKey();
    expect(await post('/events', text, key)).toMatchObject({ status: 201 });
    expect(await post('/events', other, key)).toMatchObject({
      status: 422,
      text: expect.stringContaining('Idempotency-Key'),
    });
  });

  test('with any key order in GraphQL variables, including free JSON', async () => {
    const key = newKey();
    const query = 'mutation ($input: RecordEventInput!) { recordEvent(input: $input) { status eventId } }';
    const input = { email: 'ann@x.test', name: 'cart', properties: { a: 1, b: { c: 2, d: 3 } } };
    const other = { properties: { b: { d: 3, c: 2 }, a: 1 }, name: 'cart', email: 'ann@x.test' };
    const first = await send('/graphql', { query, variables: { input } }, key);
    const again = await send('/graphql', { variables: { input: other }, query }, key, secondProcess.app);
    expect(JSON.parse(first.text).data.recordEvent.status).toBe('RECORDED');
    expect([again.text, replayed(again)]).toEqual([first.text, true]);
  });

  test('the stored request of an earlier version, with unsorted keys', async () => {
    const key = newKey();
    const body = { name: 'Former', from_email: FROM };
    const parts = ['POST', '/v1/lists', body];
    const fingerprint = new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
    const answer = encryptAnswer(JSON.stringify({ status: 201, body: { data: { id: 'former' } } }), key, fingerprint);
    const { id: teamId } = await api.db.team.findFirstOrThrow({ orderBy: { id: 'asc' } });
    await api.db.idempotencyKey.create({ data: { teamId, keyHash: hashOfKey(key), fingerprint, answer } });
    const again = await post('/lists', body, key);
    expect([again.status, again.text, replayed(again)]).toEqual([201, '{"data":{"id":"former"}}', true]);
    expect(await post('/lists', { ...body, name: 'Later' }, key)).toMatchObject({ status: 422 });
    expect(await countLists('Former')).toBe(0);
  });
});
