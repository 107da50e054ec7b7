import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

const LIST = { name: 'News', from_email: 'news@shop.test' };
const ELEVEN_MIB = JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) });
const fault = (message: string) => ({ message, errors: {} });

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test.each(['/v1', '/api/v1'])('every path answers under %s, with links under the same prefix', async (prefix) => {
  const headers = { authorization: `Bearer ${api.token}` };
  const answer = await api.app.inject({ url: `${prefix}/lists`, headers });
  expect(answer.json().meta.path).toBe(`http://localhost:80${prefix}/lists`);
  const unknown = await api.app.inject({ url: `${prefix}/nothing`, headers });
  expect([unknown.statusCode, unknown.json()]).toEqual([404, fault('Not found.')]);
});

test.each(['/v1/nothing', '/v1/lists/a/b/c', '/nothing', '/api', '/v2/lists', '/v1/%zz', '//'])(
  '404 for the unknown path %s',
  async (url) => {
    const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${api.token}` } });
    expect([answer.statusCode, answer.json()]).toEqual([404, fault('Not found.')]);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test.each([
  ['DELETE', '/lists', 'GET, POST'],
  ['PATCH', `/lists/${UNKNOWN_ID}`, 'GET, PUT, DELETE'],
  ['GET', `/lists/${UNKNOWN_ID}/subscribers/batch`, 'POST'],
  ['PUT', '/events', 'GET, POST'],
  ['GET', `/subscribers/${UNKNOWN_ID}/unsubscribe`, 'POST'],
  ['PATCH', '/templates', 'GET, POST'],
  ['GET', `/transactional-mails/${UNKNOWN_ID}/resend`, 'POST'],
])('405 for %s %s, with the allowed methods', async (method, path, allow) => {
  const answer = await api.rest(method, path, method === 'GET' ? undefined : '{ no JSON');
  expect([answer.status, answer.body]).toEqual([405, fault('Method not allowed.')]);
  expect(answer.headers.allow).toBe(allow);
});

describe('the body', () => {
  test.each(['{', '', '{"name":"x",}', 'name=x', '\u0000'])('%j is not JSON: 400', async (body) => {
    const answer = await api.rest('POST', '/lists', body || '{"');
    expect([answer.status, answer.body]).toEqual([400, fault('The body is not valid JSON.')]);
  });

  test.each(['[]', '[{}]', '7', '"text"', 'null', 'true'])('%s is JSON but not an object: 422', async (body) => {
    for (const [method, path] of [
      ['POST', '/lists'],
      ['POST', '/events'],
      ['PUT', `/lists/${await makeList(api)}`],
    ]) {
      const answer = await api.rest(method as string, path as string, body);
      expect([answer.status, answer.body]).toEqual([422, fault('The body must be a JSON object.')]);
    }
  });

  test('an empty one is 422 with the required field', async () => {
    for (const headers of [undefined, { 'content-type': 'application/json' }]) {
      const { status, body } = await api.rest('POST', '/lists', undefined, { headers });
      expect([status, body]).toEqual([
        422,
        {
          message: 'The name field is required. (and 1 more error)',
          errors: { name: ['The name field is required.'], from_email: ['The from_email field is required.'] },
        },
      ]);
    }
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.api+json',
    'Application/JSON',
  ])('is accepted as %s', async (type) => {
    const answer = await api.rest('POST', '/lists', LIST, { headers: { 'content-type': type } });
    expect(answer.status).toBe(201);
  });

  test.each([
    ['Latin-1', Buffer.from('{"name":"Caf\u00e9","from_email":"a@shop.test"}', 'latin1')],
    ['half a character', Buffer.concat([Buffer.from('{"name":"'), Buffer.from('é').subarray(0, 1), Buffer.from('"}')])],
    ['half of a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"name":"Ü"}', 'utf16le')],
  ])('in %s is not UTF-8: 400, and nothing is stored', async (_, payload) => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const before = await api.db.list.count();
    const answer = await api.app.inject({ method: 'POST', url: '/v1/lists', headers, payload });
    expect([answer.statusCode, answer.json()]).toEqual([400, fault('The body is not valid UTF-8.')]);
    expect(await api.db.list.count()).toBe(before);
  });

  test.each(['iso-8859-1', '"windows-1252"', 'UTF-16', 'us-ascii', ''])('in the charset %s is 415', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const answer = await api.rest('POST', '/lists', LIST, { headers });
    expect([answer.status, answer.body]).toEqual([415, fault('The charset of JSON must be utf-8.')]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ])('as %j is 415', async (type) => {
    const answer = await api.rest('POST', '/lists', LIST, { headers: { 'content-type': type } });
    expect([answer.status, answer.body]).toEqual([415, fault('The Content-Type must be application/json.')]);
  });

  test('over 10 MiB is 413, even over a real connection', async () => {
    const tooLarge = [413, fault('The body is larger than 10 MiB.')];
    const injected = await api.rest('POST', '/lists', ELEVEN_MIB);
    expect([injected.status, injected.body]).toEqual(tooLarge);

    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const sent = await fetch(`http://127.0.0.1:${port}/v1/lists`, { method: 'POST', headers, body: ELEVEN_MIB });
    expect([sent.status, await sent.json()]).toEqual(tooLarge);
    const next = await fetch(`http://127.0.0.1:${port}/v1/lists`, {
      method: 'POST',
      headers,
      body: JSON.stringify(LIST),
    });
    expect(next.status).toBe(201);
  });

  test('over 10 MiB is read to its end, so that the client sees the answer instead of a broken connection', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const body = Buffer.alloc(40 * 1024 * 1024, ' ');
    for (const path of ['/v1/lists', '/graphql']) {
      for (let time = 0; time < 5; time++) {
        const sent = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
        expect([path, time, sent.status, sent.headers.get('connection')]).toEqual([path, time, 413, 'close']);
      }
    }
  });

  test('may have unknown keys', async () => {
    const extra = { ...LIST, colour: 'red', __proto__: { x: 1 }, id: UNKNOWN_ID, subscribed_count: 9, team_id: 2 };
    const { status, body } = await api.rest('POST', '/lists', extra);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ subscribed_count: 0 });
    expect(body.data.id).not.toBe(UNKNOWN_ID);
  });

  test.each([undefined, 'application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'is ignored if the operation takes none (%s)',
    async (type) => {
      const row = { email: 'ann@people.test', resubscribe: true };
      const { data } = await subscribe(api, await makeList(api), [row]);
      const path = `/subscribers/${data[0].id}/unsubscribe`;
      const headers = type ? { 'content-type': type } : undefined;
      for (const body of type ? [undefined, '', '{ no JSON', '[]'] : [undefined]) {
        expect((await api.rest('POST', path, body, { headers })).status).toBe(200);
      }
    },
  );
});

test.each([
  ['GET', '/lists', 200],
  ['POST', '/lists', 422],
  ['DELETE', '/lists', 405],
  ['GET', '/nothing', 404],
])('%s %s has its own request id', async (method, path, status) => {
  const answers = [await api.rest(method, path), await api.rest(method, path)];
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(2);
});
