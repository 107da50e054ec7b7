import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { formOf } from '../../support/csv.ts';
import { expectMatchesOpenApi } from '../../support/openapi-response.ts';

let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ databasePool: 6 });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
});

async function send(file: string | Buffer, query: Record<string, string> = {}, headers = {}, token = api.token) {
  const sent = await api.app.inject({
    ...{ method: 'POST', url: '/v1/suppressions/imports', query, payload: file },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...headers },
  });
  const body = JSON.parse(sent.payload);
  const answer = { status: sent.statusCode, headers: sent.headers as Record<string, string>, body };
  expectMatchesOpenApi('POST', '/suppressions/imports', answer);
  return answer;
}

const suppressed = async () => {
  const rows = await api.db.suppression.findMany({ where: { teamId: api.teamId }, orderBy: { target: 'asc' } });
  return Object.fromEntries(rows.map(({ target, reason }) => [target, reason]));
};

test('a file of addresses is suppressed, with the reasons of any provider', async () => {
  const file = [
    'Email Address,Reason,Added',
    'a@x.test,hard_bounce,',
    'B@X.test,Cleaned,2020',
    'c@x.test,Spam,',
    'd@x.test,550 5.1.1 unknown user,',
    'e@x.test,,',
    'nobody,,',
    ',manual,',
  ].join('\n');
  const { status, body } = await send(file);
  expect([status, body.data]).toEqual([
    200,
    {
      ...{ rows: 7, added: 5, existing: 0, failed: 2 },
      errors: [
        { row: 7, email: 'nobody', message: 'The email field must be a valid email address.' },
        { row: 8, email: '', message: 'The email field is required.' },
      ],
    },
  ]);
  expect(await suppressed()).toEqual({
    ...{ 'a@x.test': 'hard_bounce', 'b@x.test': 'hard_bounce', 'c@x.test': 'complaint' },
    ...{ 'd@x.test': 'manual', 'e@x.test': 'manual' },
  });
  const list = await makeList(api);
  expect((await api.rest('POST', `/lists/${list}/subscribers`, { email: 'a@x.test' })).status).toBe(422);
});

test('addresses that are already suppressed, repeated or erased change nothing', async () => {
  await api.rest('POST', '/suppressions', { email: 'old@x.test', reason: 'complaint' });
  await api.rest('POST', '/people/erase', { email: 'erased@x.test' });
  const before = await suppressed();
  const file = 'old@x.test\nnew@x.test\nNEW@x.test\nerased@x.test\n';
  expect((await send(file)).body.data).toMatchObject({ rows: 4, added: 1, existing: 3, failed: 0 });
  expect(await suppressed()).toEqual({ ...before, 'new@x.test': 'manual' });
  expect((await send(file)).body.data).toMatchObject({ rows: 4, added: 0, existing: 4 });
});

test('a file may be compressed, in a form, with a mapping and one reason for all rows', async () => {
  expect((await send(gzipSync('a@x.test\n'), {}, { 'content-encoding': 'gzip' })).body.data.added).toBe(1);
  const { headers, body } = formOf('Adresse;Grund\nb@x.test;weg\n', {
    mapping: '{"Adresse":"email"}',
    reason: 'complaint',
  });
  expect((await send(body, {}, headers)).body.data.added).toBe(1);
  expect(await suppressed()).toEqual({ 'a@x.test': 'manual', 'b@x.test': 'complaint' });
});

test('a hundred thousand addresses need a handful of statements, and the first hundred errors are reported', async () => {
  const lines = Array.from({ length: 100_000 }, (_, row) => (row % 100 === 0 ? 'nobody\n' : `p${row}@x.test\n`));
  let answer: Awaited<ReturnType<typeof send>> | undefined;
  const statements = await api.statements(async () => {
    answer = await send(`email\n${lines.join('')}`);
  });
  expect(answer?.body.data).toMatchObject({ rows: 100_000, added: 99_000, existing: 0, failed: 1_000 });
  expect(answer?.body.data.errors).toHaveLength(100);
  expect(statements.length).toBeLessThan(40);
});

test.each<[string, string | Buffer, string]>([
  ['an empty file', '', 'is empty.'],
  ['a header alone', 'email\n', 'has no rows.'],
  ['a file without addresses', 'name\nAnn\n', 'has no column email'],
  ['a quote that is not closed', `email\n${'a@x.test\n'.repeat(9_000)}"b@x.test\n`, 'has a quote in row 9002'],
])('%s is refused, and no address is suppressed', async (_, file, problem) => {
  const { status, body } = await send(file);
  expect([status, Object.keys(body.errors), body.message]).toEqual([422, ['csv'], expect.stringContaining(problem)]);
  expect(await suppressed()).toEqual({});
});

test('refusals name the field, and a read token changes nothing', async () => {
  const { status, body } = await send('a@x.test\n', { reason: 'boredom' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['reason']]);
  expect((await send('a@x.test\n', {}, {}, api.readToken)).status).toBe(403);
  expect(await suppressed()).toEqual({});
});

test('GraphQL accepts the file as text', async () => {
  const mutation = `mutation ($csv: String!) { importSuppressions(input: { csv: $csv, reason: COMPLAINT }) {
    rows added existing failed errors { row email message issues { path } } } }`;
  const headers = { 'idempotency-key': 'suppressions-1' };
  const run = () => api.graphql(mutation, { csv: 'a@x.test\nnobody\n' }, { headers });
  const first = (await run()).body;
  expect(first.data.importSuppressions).toMatchObject({
    ...{ rows: 2, added: 1, existing: 0, failed: 1 },
    errors: [{ row: 2, email: 'nobody', issues: [{ path: ['email'] }] }],
  });
  expect((await run()).body).toEqual(first);
  expect(await suppressed()).toEqual({ 'a@x.test': 'complaint' });
});

test('a complaint wins over another reason for the same address', async () => {
  const filler = Array.from({ length: 20 }, (_, index) => `f${index}@x.test,manual`);
  const file = ['email,reason', 'twice@x.test,complaint', ...filler, 'twice@x.test,manual'].join('\n');
  await send(file);
  const { body } = await api.rest('GET', '/suppressions?email=twice@x.test');
  expect(body.data).toMatchObject([{ email: 'twice@x.test', domain: null, reason: 'complaint' }]);
});
