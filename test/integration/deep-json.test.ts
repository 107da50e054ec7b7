import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../support/app.ts';
import { makeList, readSubscriber } from '../support/audience.ts';
import { importCsv } from '../support/csv.ts';
import { OPERATIONS } from '../support/operations.ts';

const list = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const object = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const MESSAGE = 'The body must not be nested deeper than 500 levels.';

let api: TestApp;
let people: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  people = await makeList(api);
});
afterAll(() => api.close());

const WRITES = OPERATIONS.filter(({ method, path }) => method !== 'GET' && !/import|preview/.test(path));

test.each(WRITES)('$method $path survives a body of any depth', async ({ method, unknown }) => {
  const keys = ['attachments', 'mails', 'events', 'subscribers', 'domain_limits', 'conditions', 'properties', 'to'];
  const everywhere = (value: string) => `{${keys.map((key) => `"${key}":${value}`).join(',')}}`;
  const [lists, objects] = [list(8_000), object(8_000)];
  for (const body of [lists, objects, everywhere(lists), everywhere(objects), list(200_000)]) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await api.rest(method, unknown, body, { headers });
    expect(answer.status).toBeLessThan(500);
  }
});

describe('a body', () => {
  test('that is nested too deeply is 400 with an explanation', async () => {
    const attachments = `{"subject":"s","text":"t","from":"a@shop.test","to":["b@x.test"],"attachments":${list(8_000)}}`;
    const { status, body } = await api.rest('POST', '/transactional-mails', attachments);
    expect([status, body]).toEqual([400, { message: MESSAGE, errors: {} }]);
    expect((await api.rest('POST', '/lists', list(1_000_000))).status).toBe(400);
  });

  test('may be nested 500 levels, and not 501', async () => {
    const { message } = (await api.rest('POST', '/lists', list(500))).body;
    expect(message).not.toBe(MESSAGE);
    expect((await api.rest('POST', '/lists', list(501))).body.message).toBe(MESSAGE);
  });

  test('with brackets in its texts is not nested', async () => {
    const name = `${'[{'.repeat(100)}"\\`;
    const { status, body } = await api.rest('POST', '/lists', { name, from_email: 'a@shop.test' });
    expect([status, body.data.name]).toEqual([201, name]);
  });

  test('of GraphQL is limited too, and at 400 levels it is refused with its field', async () => {
    const query =
      'mutation($p: JSONObject) { recordEvent(input: { email: "a@x.test", name: "n", properties: $p }) { eventId } }';
    const call = (value: string) =>
      api.app.inject({
        ...{
          method: 'POST',
          url: '/graphql',
          payload: `{"query":${JSON.stringify(query)},"variables":{"p":${value}}}`,
        },
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      });
    const deep = await call(object(9_000));
    expect([deep.statusCode, deep.json().errors[0].message]).toEqual([400, MESSAGE]);
    expect((await call(object(400))).json().errors[0].extensions.issues[0].path).toEqual(['properties']);
  });
});

test('a deep value in an attributes cell is skipped and reported, and the person is kept', async () => {
  const cell = (value: string) => `"${`{"city":"Porto","deep":${value},"?":${value}}`.replaceAll('"', '""')}"`;
  const file = `email,attributes\nann@x.test,${cell(list(5_000))}\nbob@x.test,${cell(object(3_000))}\n`;
  const { id, added, failed } = await importCsv(api, people, file);
  expect([added, failed]).toEqual([2, 0]);
  expect((await readSubscriber(api, people, 'ann@x.test')).attributes).toEqual({ city: 'Porto' });
  const { data } = (await api.rest('GET', `/imports/${id}/skipped-values`)).body;
  expect(data).toHaveLength(4);
  expect(data[0].message).toContain('must not be nested deeper than 32 levels.');
});
