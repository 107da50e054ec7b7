import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEPT_CALLS } from '../../../src/domain/platform/request-log/remove-calls.ts';
import { newId } from '../../../src/ids.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ rateLimitPerMinute: 100_000 });
  list = await makeList(api);
});
afterAll(() => api.close());

/** The newest logged calls that match the filters. */
async function logged(query = '', team = api) {
  await api.installation.requestLog.flush();
  const { body } = await team.rest('GET', `/request-log?per_page=100&${query}`);
  return body.data;
}

const newest = async () => (await logged())[0];

describe('a call of REST', () => {
  test('is logged with its route, status and token, and without its values', async () => {
    const before = Date.now();
    const { headers } = await api.rest('GET', `/lists/${list}/subscribers?email=ada@shop.example&page=1`);
    const call = await newest();
    expect(call).toEqual({
      ...{ id: headers['x-request-id'], token: expect.any(String), created_at: expect.any(String) },
      ...{ interface: 'rest', method: 'GET', route: '/v1/lists/{list_id}/subscribers', parameters: ['email', 'page'] },
      ...{ operation_name: null, root_fields: [] },
      ...{ status: 200, outcome: 'succeeded', error_codes: [], replayed: false, milliseconds: expect.any(Number) },
    });
    expect(Date.parse(call.created_at)).toBeGreaterThanOrEqual(before - 1);
    const { apiTokens } = await ask(api, '{ apiTokens { nodes { id name } } }');
    expect(apiTokens.nodes).toContainEqual({ id: call.token, name: 'First token' });
  });

  test('is logged with the error codes of its fields', async () => {
    const { headers } = await api.rest('POST', `/lists/${list}/subscribers`, { email: 'nobody' });
    expect(headers['x-error-codes']).toBe('email=format');
    expect(await newest()).toMatchObject({ status: 422, outcome: 'client_error', error_codes: ['email=format'] });
  });

  test('is logged with CONFLICT when the state of an object refuses it', async () => {
    const template = { name: 'Plain', editor: 'html', subject: 'S', content: '<p>Hi</p>' };
    await api.rest('POST', '/templates', template);
    const { body } = await api.rest('POST', '/campaigns', { name: 'July', list, template: 'Plain' });
    const { status } = await api.rest('POST', `/campaigns/${body.data.id}/pause`);
    expect(status).toBe(409);
    expect(await newest()).toMatchObject({ status: 409, outcome: 'client_error', error_codes: ['CONFLICT'] });
  });

  test('is logged when its token is limited, and when there is no such route', async () => {
    const limited = await api.rest('POST', '/tokens', { name: 'Slow', ability: 'read', rate_limit: 1 });
    const options = { token: limited.body.data.token };
    await api.rest('GET', '/team', undefined, options);
    const { status } = await api.rest('GET', '/team', undefined, options);
    expect(status).toBe(429);
    expect(await newest()).toMatchObject({ status: 429, outcome: 'client_error', route: '/v1/team' });
    await api.app.inject({ url: '/v1/ada@shop.example', headers: { authorization: `Bearer ${api.token}` } });
    expect(await newest()).toMatchObject({ status: 404, route: null, parameters: [] });
  });

  test('is marked as replayed when it repeats an earlier answer', async () => {
    const headers = { 'idempotency-key': newId() };
    await api.rest('POST', '/tags', { name: 'vip' }, { headers });
    expect(await newest()).toMatchObject({ status: 201, replayed: false });
    await api.rest('POST', '/tags', { name: 'vip' }, { headers });
    expect(await newest()).toMatchObject({ status: 201, replayed: true });
  });
});

describe('a call of GraphQL', () => {
  test('is logged with the names of its operation and root fields', async () => {
    await api.graphql('query Start($id: ID!) { a: list(id: $id) { name } list(id: $id) { id } team { name } }', {
      id: list,
    });
    expect(await newest()).toMatchObject({
      ...{ interface: 'graphql', method: 'POST', route: '/graphql', status: 200, outcome: 'succeeded' },
      ...{ operation_name: 'Start', root_fields: ['list', 'team'] },
    });
  });

  test('is logged with its error codes, though its status is 200', async () => {
    await api.graphql('mutation { createTag(input: { name: "" }) { tag { id } } }');
    const call = await newest();
    expect(call).toMatchObject({ status: 200, outcome: 'client_error', root_fields: ['createTag'] });
    expect(call.error_codes).toEqual(['BAD_USER_INPUT', 'name=REQUIRED']);
  });

  test('has its errors as codes, in GraphQL', async () => {
    const errors = async () => {
      await api.installation.requestLog.flush();
      const query = '{ requestLog(filter: { failed: true }, first: 1) { nodes { errors { code field issueCode } } } }';
      return (await ask(api, query)).requestLog.nodes[0].errors;
    };
    const blank = { code: 'BAD_USER_INPUT', field: 'name', issueCode: 'REQUIRED' };
    await api.graphql('mutation { createTag(input: { name: "" }) { tag { id } } }');
    expect(await errors()).toEqual([blank]);
    await api.rest('POST', '/tags', { name: '' });
    expect(await errors()).toEqual([blank]);
    await api.graphql('query Wrong { nothing }');
    expect(await errors()).toEqual([{ code: 'GRAPHQL_VALIDATION_FAILED', field: null, issueCode: null }]);
  });

  test('is logged when its document is not valid', async () => {
    await api.graphql('query Wrong { nothing }');
    expect(await newest()).toMatchObject({
      ...{ outcome: 'client_error', operation_name: 'Wrong', error_codes: ['GRAPHQL_VALIDATION_FAILED'] },
    });
  });

  test('is logged when it comes as GET', async () => {
    const url = `/graphql?${new URLSearchParams({ query: 'query ByGet { team { name } }' })}`;
    await api.app.inject({ url, headers: { authorization: `Bearer ${api.token}`, accept: 'application/json' } });
    expect(await newest()).toMatchObject({
      ...{ method: 'GET', operation_name: 'ByGet', root_fields: ['team'], parameters: ['query'] },
    });
  });
});

test('the log is filtered by request, token, outcome, errors and time', async () => {
  const team = await openTeam(api);
  await team.rest('GET', '/lists');
  const { headers } = await team.rest('GET', `/lists/${newId()}`);
  await team.rest('GET', '/lists', undefined, { token: team.readToken });
  const all = await logged('', team);
  expect(all).toHaveLength(3);
  const [reader, missing] = all;
  expect(await logged(`request=${headers['x-request-id']}`, team)).toEqual([missing]);
  expect(await logged(`token=${reader.token}`, team)).toEqual([reader]);
  expect(await logged('failed=true', team)).toEqual([missing]);
  expect(await logged('outcome=client_error', team)).toEqual([missing]);
  expect(await logged('outcome=server_error', team)).toEqual([]);
  const since = new Date(Date.now() + 3_600_000).toISOString();
  expect(await logged(`since=${since}`, team)).toEqual([]);
  expect(await logged(`until=${since}`, team)).toEqual(expect.arrayContaining(all));
  expect(await logged(`until=${reader.created_at}`, team)).not.toContainEqual(reader);
  expect(await logged(`since=${reader.created_at}&until=${since}`, team)).toContainEqual(reader);
});

test('a read token reads the log, and a second team sees none of it', async () => {
  await api.rest('GET', '/lists');
  await api.installation.requestLog.flush();
  const reader = await api.rest('GET', '/request-log', undefined, { token: api.readToken });
  expect(reader.body.meta.total).toBeGreaterThan(0);
  const { requestLog } = await ask(
    api,
    '{ requestLog(first: 1) { nodes { tokenId token { name } } } }',
    {},
    {
      token: api.readToken,
    },
  );
  expect(requestLog.nodes[0].token).toMatchObject({ name: expect.any(String) });
  const other = await api.rest('GET', '/request-log', undefined, { token: api.otherToken });
  expect(other.body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('no value of a person is stored', async () => {
  const secret = 'grace.hopper@shop.example';
  await api.rest('POST', `/lists/${list}/subscribers`, { email: secret, first_name: 'Grace', [secret]: 1 });
  await api.rest('GET', `/lists/${list}/subscribers?email=${secret}`);
  const headers = { authorization: `Bearer ${api.token}` };
  await api.app.inject({ url: `/v1/lists?${secret}`, headers });
  await api.app.inject({ url: `/v1/suppressions/${secret}`, headers });
  await api.graphql(`query ($email: String!) { person(email: $email) { id } }`, { email: secret });
  await api.installation.requestLog.flush();
  const rows = await statement(api.databaseUrl, `select r::text as row from api_requests r`);
  expect(rows.length).toBeGreaterThan(4);
  expect(JSON.stringify(rows)).not.toMatch(/hopper/i);
});

test('a call is in the log soon after its answer, without any more calls', async () => {
  const { headers } = await api.rest('GET', '/team');
  await until(async () => {
    const rows = await statement(api.databaseUrl, `select 1 from api_requests where id = '${headers['x-request-id']}'`);
    return rows.length === 1;
  });
});

test('the last thousand calls of a team are kept', async () => {
  const team = await openTeam(api);
  await statement(
    api.databaseUrl,
    `insert into api_requests (team_id, id, token_id, interface, method, status, outcome, milliseconds)
     select ${team.teamId}, uuid_v7(), uuid_v7(), 'rest', 'GET', 200, 'succeeded', 1 from generate_series(1, 1500)`,
  );
  for (let at = 0; at < 100; at++) await team.rest('GET', '/team');
  await api.installation.requestLog.flush();
  const { body } = await team.rest('GET', '/request-log');
  expect(body.meta.total).toBe(KEPT_CALLS);
  expect(body.data[0]).toMatchObject({ route: '/v1/team' });
});

test('calls of several teams are written where tables are distributed, too', async () => {
  const spread = await openTestApp({}, { withoutTriggers: true });
  try {
    await spread.rest('GET', '/team');
    await spread.rest('GET', '/lists', undefined, { token: spread.otherToken });
    const routesOf = (calls: { route: string }[]) => calls.map(({ route }) => route);
    await spread.installation.requestLog.flush();
    const own = await spread.rest('GET', '/request-log');
    const other = await spread.rest('GET', '/request-log', undefined, { token: spread.otherToken });
    expect([routesOf(own.body.data), routesOf(other.body.data)]).toEqual([['/v1/team'], ['/v1/lists']]);
  } finally {
    await spread.close();
  }
});
