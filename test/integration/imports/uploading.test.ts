import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failForgottenDrafts } from '../../../src/domain/imports/resume-imports.ts';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { formOf, sendCsv } from '../../support/csv.ts';
import { sseClient } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
let jobs: RunningJobs;
let address: string;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
  jobs = startJobs(api.installation);
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});
beforeEach(async () => {
  list = await makeList(api);
});

const read = async (id: string) => (await api.rest('GET', `/imports/${id}`)).body.data;
const finished = async (id: string) => {
  await until(async () => (await read(id)).finished_at !== null);
  return read(id);
};
const subscribers = () => api.db.subscriber.count({ where: { listId: list } });
const imports = () => api.db.import.findMany({ where: { listId: list }, orderBy: { id: 'asc' } });
const linesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, row) => `p${from + row}@people.test,Person\n`).join('');

/** Begins an upload that the test must end; `answer` resolves to the response. */
function begin(headers: Record<string, string> = {}) {
  const sending = request({
    port: (api.app.server.address() as AddressInfo).port,
    method: 'POST',
    path: `/v1/lists/${list}/imports`,
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv', ...headers },
  });
  sending.on('error', () => {});
  const answer = once(sending, 'response').then(async ([response]) => {
    let text = '';
    for await (const part of response) text += part;
    return { status: response.statusCode as number, body: JSON.parse(text) };
  });
  answer.catch(() => {});
  return { sending, answer };
}

test('rows are stored as they arrive, and applied only once the file is complete', async () => {
  const { sending, answer } = begin();
  sending.write(`email,first_name\n${linesOf(5_000)}`);
  await until(async () => ((await imports())[0]?.total ?? 0) >= 2_000);
  expect((await imports())[0]).toMatchObject({ status: 'draft', processed: 0, held: true });
  expect(await subscribers()).toBe(0);
  sending.end(linesOf(1_000, 5_000));
  const { status, body } = await answer;
  expect([status, body.meta.queued]).toEqual([202, 6_000]);
  expect(await finished(body.data.id)).toMatchObject({ status: 'completed', added: 6_000 });
});

test('rows of a slow sender are stored every half minute, however few there are', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sending, answer } = begin();
  sending.write(`email,first_name\n${linesOf(4_900)}`);
  await until(async () => ((await imports())[0]?.total ?? 0) === 4_000); // four chunks at a time
  vi.advanceTimersByTime(31_000);
  sending.write(linesOf(3, 4_900));
  await until(async () => ((await imports())[0]?.total ?? 0) > 4_850);
  sending.end();
  const { status, body } = await answer;
  expect([status, body.meta.queued]).toEqual([202, 4_903]);
  expect(await finished(body.data.id)).toMatchObject({ status: 'completed', added: 4_903 });
});

test('an import with a cut connection fails, says why, and applies nothing', async () => {
  const { sending } = begin();
  sending.write(`email,first_name\n${linesOf(5_000)}`);
  await until(async () => ((await imports())[0]?.total ?? 0) > 0);
  sending.destroy();
  await until(async () => (await imports())[0]?.status === 'failed');
  const [cut] = await imports();
  expect((await read(cut!.id)).errors).toEqual([
    { row: null, email: null, message: 'The CSV file is incomplete: the connection was cut.' },
  ]);
  expect(await subscribers()).toBe(0);
  expect(await api.db.importChunk.count({ where: { importId: cut!.id } })).toBe(0);
});

test('an import fails after its lease ends if its process died during the upload', async () => {
  const { sending } = begin();
  sending.write(`email,first_name\n${linesOf(5_000)}`);
  await until(async () => ((await imports())[0]?.total ?? 0) > 0);
  const where = { listId: list };
  await api.db.import.updateMany({ where, data: { leaseUntil: new Date(Date.now() + 3_600_000) } });
  await failForgottenDrafts(api.db);
  expect((await imports())[0]?.status).toBe('draft');
  // Incoming data renews the lease, so let it expire until no more arrives.
  await until(async () => {
    await api.db.import.updateMany({ where: { ...where, status: 'draft' }, data: { leaseUntil: new Date(0) } });
    await failForgottenDrafts(api.db);
    return (await imports())[0]?.status !== 'draft';
  });
  expect((await imports())[0]).toMatchObject({
    status: 'failed',
    failureReason: 'The upload stopped before the file was complete.',
  });
  sending.destroy();
});

test('an import can be cancelled during the upload', async () => {
  const { sending, answer } = begin();
  sending.write(`email,first_name\n${linesOf(5_000)}`);
  await until(async () => ((await imports())[0]?.total ?? 0) > 0);
  const [coming] = await imports();
  expect((await api.rest('POST', `/imports/${coming!.id}/cancel`)).body.data.status).toBe('cancelled');
  sending.end(linesOf(2_000, 5_000));
  expect(await answer).toMatchObject({ status: 409 });
  expect((await read(coming!.id)).status).toBe('cancelled');
  expect(await api.db.importChunk.count({ where: { importId: coming!.id } })).toBe(0);
  expect(await subscribers()).toBe(0);
});

test('an error late in the file fails the stored import, and the answer says so', async () => {
  const { status, body } = await sendCsv(api, list, `email,first_name\n${linesOf(6_000)}"x@x.test,Ann\n`);
  expect(status).toBe(422);
  const [failed] = await imports();
  expect(failed).toMatchObject({ status: 'failed', failureReason: body.message, processed: 0 });
  expect(await subscribers()).toBe(0);
});

test('after a refused upload its connection serves the next call', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports: unknown[] = [];
  const call = async (method: string, path: string, body?: string): Promise<number | undefined> => {
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${api.token}`, ...(body && { 'content-type': 'text/csv' }) };
    const sending = request({ port, method, path, headers, agent }).end(body);
    const [response] = await once(sending, 'response');
    ports.push(response.socket.localPort);
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  };
  const rows = 'Ann,Paris\n'.repeat(600_000);
  const columns = Array.from({ length: 200 }, (_, index) => `column${index}`).join(',');
  for (const file of [`name,city\n${rows}`, `${columns}\n${rows}`]) {
    expect(await call('POST', `/v1/lists/${list}/imports`, file)).toBe(422);
    expect(await call('GET', `/v1/lists/${list}`)).toBe(200);
  }
  expect(new Set(ports).size).toBe(1);
  agent.destroy();
});

test('a refusal arrives while the file is still being sent', async () => {
  const { sending, answer } = begin({ authorization: `Bearer ${api.otherToken}` });
  sending.write('email\n');
  expect((await answer).status).toBe(404);
  sending.destroy();
});

test('a request with an Idempotency-Key runs once for the same file content', async () => {
  const headers = { 'idempotency-key': 'csv-1' };
  const file = `email,first_name\n${linesOf(1_500)}`;
  const first = await sendCsv(api, list, file, { headers });
  expect(first).toMatchObject({ status: 202, body: { meta: { queued: 1_500 } } });
  const again = await sendCsv(api, list, Readable.from([file]), { headers });
  expect(again).toMatchObject({ status: 202, body: first.body, headers: { 'idempotent-replay': 'true' } });
  const other = await sendCsv(api, list, `${file}${linesOf(1, 9_999)}`, { headers });
  expect(other).toMatchObject({ status: 422, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } });
  expect((await imports()).map(({ id }) => id)).toEqual([first.body.data.id]);
  const twins = await Promise.all(
    [1, 2, 3].map(() => sendCsv(api, list, file, { headers: { 'idempotency-key': 'csv-2' } })),
  );
  expect(new Set(twins.map(({ body }) => body.data.id)).size).toBe(1);
  expect(await imports()).toHaveLength(2);

  const form = formOf(file, { tags: 'a' });
  const formed = await sendCsv(api, list, form.body, { headers: { ...form.headers, 'idempotency-key': 'csv-3' } });
  expect(formed.status).toBe(202);
  const changed = formOf(file, { tags: 'b' });
  const refused = await sendCsv(api, list, changed.body, {
    headers: { ...changed.headers, 'idempotency-key': 'csv-3' },
  });
  expect(refused.status).toBe(422);
  for (const { id } of await imports()) expect((await finished(id)).status).toBe('completed');
});

const PLAIN = { format: null, date_formats: [], decimals: [] };

test('a preview shows the result of an import and saves nothing', async () => {
  const file = 'E-Mail;Vorname;Tags\nann@x.test;Änn;a;b\nbob@x.test;"B;ob";c\nnobody;;\n';
  const sent = { path: '/imports/preview', query: { mapping: '{"Vorname":"first_name"}' } };
  const { status, body } = await sendCsv(api, list, Buffer.from(file, 'latin1'), sent);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    encoding: 'windows-1252',
    readings: [{ encoding: 'windows-1252', samples: ['Änn'] }],
    delimiter: ';',
    has_header: true,
    columns: [
      { name: 'E-Mail', field: 'email', samples: ['ann@x.test', 'bob@x.test', 'nobody'], ...PLAIN },
      { name: 'Vorname', field: 'first_name', samples: ['Änn', 'B;ob'], ...PLAIN },
      { name: 'Tags', field: 'tags', samples: ['a', 'c'], ...PLAIN },
    ],
    formats: {},
    mapping: { 'E-Mail': 'email', Vorname: 'first_name', Tags: 'tags' },
    warnings: ['Read as Windows-1252. Check these names: Änn. If they look wrong, choose another encoding.'],
    rows: [
      {
        row: 2,
        email: 'ann@x.test',
        cells: ['ann@x.test', 'Änn', 'a'],
        message: 'The row has more cells than the file has columns.',
        skipped: [],
      },
      { row: 3, email: 'bob@x.test', cells: ['bob@x.test', 'B;ob', 'c'], message: null, skipped: [] },
      {
        ...{ row: 4, email: 'nobody', cells: ['nobody', '', ''], skipped: [] },
        message: 'The email field must be a valid email address.',
      },
    ],
    problems: [],
    sample: {
      ...{ rows: 3, is_complete: true, subscribed: 1, updated: 0, unsubscribed: 0, skipped: 0, failed: 2 },
      ...{ skipped_values: 0, confirmations: 0, unknown_statuses: [] },
    },
  });
  expect((await sendCsv(api, list, '', sent)).status).toBe(422);
  expect(await imports()).toEqual([]);
  const query = `query ($list: ID!, $csv: String!) { previewImport(input: { listId: $list, csv: $csv }) {
    mapping columns { name field } rows { row message issues { problem } } } }`;
  const answer = await api.graphql(query, { list, csv: 'ann@x.test,Ann\n' }, { token: api.readToken });
  expect(answer.body.data.previewImport).toEqual({
    mapping: { 1: 'email', 2: null },
    columns: [
      { name: '1', field: 'email' },
      { name: '2', field: null },
    ],
    rows: [{ row: 1, message: null, issues: null }],
  });
});

test('a preview gives the same result and reason for each row as the import', async () => {
  const types = { age: 'number', born: 'date', member: 'boolean', note: 'text' };
  for (const [key, type] of Object.entries(types)) await api.rest('POST', '/fields', { key, type });
  for (const email of ['left@x.test', 'gone@x.test']) {
    const { data } = (await api.rest('POST', `/lists/${list}/subscribers`, { email })).body;
    await api.rest('POST', `/subscribers/${data.id}/unsubscribe`);
  }
  await api.rest('POST', '/people/erase', { email: 'gone@x.test' });
  await api.rest('POST', '/suppressions', { email: 'never@x.test' });
  await api.rest('POST', '/suppressions', { domain: 'blocked.test' });
  const file = [
    'email,age,born,member,note',
    'fine@x.test,7,2001-02-03,TRUE,7',
    'age@x.test,seven,,,',
    'born@x.test,,in spring,,',
    'member@x.test,,,perhaps,',
    `note@x.test,,,,${'x'.repeat(5_001)}`,
    'left@x.test,,,,',
    'gone@x.test,,,,',
    'never@x.test,,,,',
    'ann@blocked.test,,,,',
  ].join('\n');
  const strict = { on_invalid: 'fail_row' };
  const preview = (query = {}) =>
    sendCsv(api, list, file, { path: '/imports/preview', query: { ...strict, ...query } });
  const bad = ({ body }: { body: { data: { rows: { row: number; message: string | null }[] } } }) =>
    body.data.rows.flatMap(({ row, message }) => (message === null ? [] : [{ row, message }]));
  const before = await subscribers();
  const foreseen = bad(await preview());
  expect(foreseen.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(bad(await preview({ resubscribe: 'true' })).map(({ row }) => row)).toEqual([3, 4, 5, 6, 8, 9, 10]);
  expect(await subscribers()).toBe(before);

  const { errors } = await finished((await sendCsv(api, list, file, { query: strict })).body.data.id);
  expect(errors.map(({ row, message }: { row: number; message: string }) => ({ row, message }))).toEqual(foreseen);
});

const IMPORT = `mutation ($list: ID!, $csv: String!, $tags: [String!]) {
  importCsv(input: { listId: $list, csv: $csv, tags: $tags, mapping: { Wer: "email" }, fileName: "wer.csv" }) { import {
    id status total digest warnings { message } fileName } } }`;

test('GraphQL imports text in one step or two, and streams the progress', async () => {
  const { data } = (await api.graphql(IMPORT, { list, csv: `Wer,x\n${linesOf(2_500)}nobody,\n`, tags: ['gql'] })).body;
  expect(data.importCsv.import).toMatchObject({
    status: 'DRAFT',
    total: 2_501,
    fileName: 'wer.csv',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(data.importCsv.import.warnings).toEqual([
    { message: 'The column "x" is left out, because it matches no field.' },
  ]);
  const { client } = sseClient(`${address}/graphql`, api.readToken);
  const query =
    'subscription ($id: ID!) { importProgressed(id: $id) { status processed failed errors { nodes { row } } } }';
  let last: unknown;
  for await (const { data: seen } of client.iterate<{ importProgressed: object }>({
    query,
    variables: { id: data.importCsv.import.id },
  })) {
    last = seen?.importProgressed;
  }
  expect(last).toEqual({ status: 'COMPLETED', processed: 2_501, failed: 1, errors: { nodes: [{ row: 2_502 }] } });

  const two =
    'mutation ($list: ID!) { receiveImport(input: { listId: $list, csv: "email\\nq@x.test" }) { import { id status total } } }';
  const {
    receiveImport: { import: receiveImport },
  } = (await api.graphql(two, { list })).body.data;
  expect(receiveImport).toMatchObject({ status: 'DRAFT', total: 1 });
  const act = async (name: string, answer: string) =>
    (await api.graphql(`mutation ($id: ID!) { ${name}(id: $id) { ${answer} } }`, { id: receiveImport.id })).body;
  expect((await act('startImport', 'import { status }')).data.startImport.import.status).toBe('DRAFT');
  expect((await finished(receiveImport.id)).added).toBe(1);
  expect((await act('startImport', 'import { status }')).data.startImport.import.status).toBe('COMPLETED');
  expect((await act('discardImport', 'deletedId')).errors[0].extensions).toEqual({
    code: 'CONFLICT',
    reason: 'ALREADY_STARTED',
  });

  const draft = (await api.graphql(two, { list })).body.data.receiveImport.import;
  const discard = 'mutation ($id: ID!) { discardImport(id: $id) { deletedId } }';
  expect((await api.graphql(discard, { id: draft.id })).body.data).toEqual({ discardImport: { deletedId: draft.id } });
  expect((await api.rest('GET', `/imports/${draft.id}`)).status).toBe(404);
  const bad = (await api.graphql(IMPORT, { list, csv: '"' })).body.errors[0].extensions;
  expect([bad.code, bad.issues[0].path]).toEqual(['BAD_USER_INPUT', ['csv']]);
});

test('GraphQL imports once per Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'gql-csv' };
  const run = () => api.graphql(IMPORT, { list, csv: 'Wer\nann@x.test\n' }, { headers });
  const first = await run();
  expect((await run()).body).toEqual(first.body);
  expect(await imports()).toHaveLength(1);
});
