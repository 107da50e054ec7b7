import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf } from '../../support/audience.ts';
import { follow, sseClient } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
let workers: RunningJobs[];
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
  workers = [];
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));

/** Workers side by side, as in as many processes. */
const work = (count = 1) => {
  for (let index = 0; index < count; index++) workers.push(startJobs(api.installation));
};

const file = async (subscribers: unknown[]): Promise<string> => {
  const { status, body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers });
  expect(status).toBe(202);
  return body.data.id;
};

const read = async (id: string) => (await api.rest('GET', `/imports/${id}`)).body.data;

const finished = async (id: string) => {
  await until(async () => (await read(id)).finished_at !== null);
  return read(id);
};

const subscribers = async () => (await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total;

test('an import of 1000 rows completes by itself', async () => {
  work();
  const id = await file(rowsOf(1000));
  expect(await finished(id)).toMatchObject({
    status: 'completed',
    processed: 1000,
    added: 1000,
    updated: 0,
    failed: 0,
    errors: [],
  });
  expect(await subscribers()).toBe(1000);
  expect(await api.db.importChunk.count()).toBe(0);
});

test('failed rows become errors by row number and do not affect other rows', async () => {
  work();
  await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: [{ email: 'known@shop.example' }] });
  const rows: object[] = rowsOf(598);
  rows.splice(0, 0, { email: 'nobody' });
  rows.splice(549, 0, { email: 'KNOWN@shop.example', first_name: 7 });
  rows.push({ email: ' Known@shop.example ', first_name: 'Ann' }, { email: 'x\0' }, { first_name: 'No address' });
  const id = await file(rows);
  const done = await finished(id);
  expect(done).toMatchObject({ status: 'completed', processed: 603, added: 598, updated: 1, failed: 4 });
  const errors = [
    { row: 1, email: 'nobody', message: 'The email field must be a valid email address.' },
    { row: 550, email: 'KNOWN@shop.example', message: 'The first_name field must be a string.' },
    { row: 602, email: 'x ', message: 'The email field must be a valid email address.' },
    { row: 603, email: null, message: 'The email field is required.' },
  ];
  expect(done.errors).toEqual(errors);
  const page = await api.rest('GET', `/imports/${id}/errors?per_page=3&page=2`);
  expect(page).toMatchObject({
    status: 200,
    body: { data: errors.slice(3), meta: { total: 4, from: 4, last_page: 2 } },
  });

  const query = `query ($id: ID!, $after: String) { import(id: $id) {
    status errors(first: 2, after: $after) { totalCount pageInfo { endCursor hasNextPage } nodes { row message issues { path } } } } }`;
  const first = (await api.graphql(query, { id })).body.data.import;
  expect(first.errors.nodes.map(({ row }: { row: number }) => row)).toEqual([1, 550]);
  expect(first.errors.nodes[1].issues).toMatchObject([{ path: ['firstName'] }]);
  const { endCursor: after } = first.errors.pageInfo;
  const second = (await api.graphql(query, { id, after })).body.data.import;
  expect(second.errors.nodes.map(({ row }: { row: number }) => row)).toEqual([602, 603]);
  expect(second.errors.pageInfo.hasNextPage).toBe(false);
});

test('an import shows its first 100 errors, and the pages show all', async () => {
  work();
  const id = await file(Array.from({ length: 130 }, () => ({ email: 'nobody' })));
  const done = await finished(id);
  expect(done).toMatchObject({ status: 'completed', failed: 130 });
  expect(done.errors.map(({ row }: { row: number }) => row)).toEqual(Array.from({ length: 100 }, (_, row) => row + 1));
  expect((await api.rest('GET', `/imports/${id}/errors`)).body.meta.total).toBe(130);
  expect((await api.rest('GET', '/imports')).body.data[0].errors).toHaveLength(100);
});

test('a finished import cannot be cancelled', async () => {
  work();
  const id = await file(rowsOf(101));
  await finished(id);
  const answer = await api.rest('POST', `/imports/${id}/cancel`);
  expect(answer).toMatchObject({ status: 409, body: { errors: {} } });
  const { errors } = (await api.graphql('mutation ($id: ID!) { cancelImport(id: $id) { import { id } } }', { id }))
    .body;
  expect(errors[0].extensions).toEqual({ code: 'CONFLICT', reason: 'ENDED' });
});

test('an import whose list is deleted fails and says why', async () => {
  const id = await file(rowsOf(600));
  expect((await api.rest('DELETE', `/lists/${list}`)).status).toBe(204);
  work();
  expect(await finished(id)).toMatchObject({
    status: 'failed',
    processed: 0,
    errors: [{ row: null, email: null, message: 'The list was deleted before the import finished.' }],
  });
  const { data } = (
    await api.graphql('query ($id: ID!) { import(id: $id) { list { id } failureReason failureCode } }', { id })
  ).body;
  const failureReason = 'The list was deleted before the import finished.';
  expect(data.import).toEqual({ list: null, failureReason, failureCode: 'LIST_DELETED' });
});

test('deleting a list or cancelling imports while workers run ends cleanly', async () => {
  work(2);
  const ids = await Promise.all([1, 2, 3, 4].map((part) => file(rowsOf(1000, `part${part}-`))));
  await until(async () => (await read(ids[0]!)).processed > 0);
  await api.rest('POST', `/imports/${ids[3]}/cancel`);
  await api.rest('DELETE', `/lists/${list}`);
  for (const id of ids) {
    const { status, processed, added, updated, failed } = await finished(id);
    expect(['completed', 'failed', 'cancelled']).toContain(status);
    expect(added + updated + failed).toBe(processed);
  }
  expect(await api.db.subscriber.count({ where: { listId: list } })).toBe(0);
});

test('parallel workers apply each row once, even for addresses shared by several imports', async () => {
  work(3);
  const shared = rowsOf(2000, 'shared');
  const ids = await Promise.all([...Array(6)].map((_, part) => file(shared.slice(part * 200, part * 200 + 1000))));
  let added = 0;
  for (const id of ids) {
    const done = await finished(id);
    expect(done).toMatchObject({ status: 'completed', processed: 1000, failed: 0 });
    expect(done.added + done.updated).toBe(1000);
    added += done.added;
  }
  expect(added).toBe(2000);
  expect(await subscribers()).toBe(2000);
});

test('a permanently failing import is given up and says so', async () => {
  const id = await file(rowsOf(101));
  await api.db.importChunk.deleteMany({ where: { importId: id } });
  await api.db.import.updateMany({ where: { id }, data: { troubles: 7 } });
  work();
  const message = 'The import could not continue because of a server error.';
  expect(await finished(id)).toMatchObject({
    status: 'failed',
    processed: 0,
    errors: [{ row: null, email: null, message }],
  });
});

test('workers survive connections closed by the database', async () => {
  work(2);
  const ids = await Promise.all([1, 2, 3].map((part) => file(rowsOf(1000, `cut${part}-`))));
  await until(async () => (await read(ids[0]!)).processed > 0);
  await api.db.$executeRaw`select pg_terminate_backend(pid, 10000) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid()`;
  const status = (id: string) =>
    api.rest('GET', `/imports/${id}`).then(
      ({ status }) => status,
      () => 0,
    );
  await until(async () => (await status(ids[0]!)) === 200);
  await api.db.import.updateMany({ where: { finishedAt: null }, data: { leaseUntil: new Date(0) } });
  for (const id of ids) expect(await finished(id)).toMatchObject({ status: 'completed', processed: 1000, added: 1000 });
});

test('the imports of a suspended team wait', async () => {
  const { db } = api;
  const id = await file(rowsOf(101));
  const team = await db.team.findFirstOrThrow({ orderBy: { id: 'asc' } });
  await setTeamStatus(db, team.publicId, 'suspended');
  work();
  // The job was claimed without progress.
  await until(async () => {
    const jobs = await db.$queryRaw<object[]>`select from graphile_worker.jobs where key like ${`%${id}`}`;
    return jobs.length === 0;
  });
  expect(await db.import.findFirstOrThrow({ where: { id } })).toMatchObject({ status: 'draft', processed: 0 });
  await setTeamStatus(db, team.publicId, 'active');
  await db.import.updateMany({ where: { id }, data: { leaseUntil: new Date(0) } });
  expect(await finished(id)).toMatchObject({ status: 'completed', added: 101 });
});

const progress = (id: string, token: string) => {
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, token);
  const query = 'subscription ($id: ID!) { importProgressed(id: $id) { status processed total firstErrors { row } } }';
  return client.iterate({ query, variables: { id } });
};

test('importProgressed streams from the current state to the end of the import, and completes', async () => {
  const id = await file([...rowsOf(999), { email: 'nobody' }]);
  const seen: { status: string; processed: number; firstErrors: { row: number }[] }[] = [];
  for await (const { data, errors } of progress(id, api.readToken)) {
    expect(errors).toBeUndefined();
    const shown = data?.importProgressed as (typeof seen)[number];
    if (seen.length === 0) {
      expect(shown).toEqual({ status: 'DRAFT', processed: 0, total: 1000, firstErrors: [] });
      work();
    }
    seen.push(shown);
  }
  expect(seen.at(-1)).toEqual({ status: 'COMPLETED', processed: 1000, total: 1000, firstErrors: [{ row: 1000 }] });
  const processed = seen.map((shown) => shown.processed);
  expect(processed).toEqual(processed.toSorted((a, b) => a - b));
  // A finished import sends one event.
  const late = [];
  for await (const { data } of progress(id, api.token)) late.push(data?.importProgressed);
  expect(late).toMatchObject([{ status: 'COMPLETED' }]);
});

test('importChanged streams later imports of the team, or of one list', async () => {
  const { port } = api.app.server.address() as { port: number };
  const query = 'subscription ($list: ID) { importChanged(listId: $list) { id status } }';
  const changes = (of: Record<string, unknown>, token = api.readToken) =>
    follow<{ id: string; status: string }>(`http://127.0.0.1:${port}/graphql`, token, query, of);
  const [ofTeam, ofList, ofOthers] = [await changes({}), await changes({ list }), await changes({}, api.otherToken)];
  const elsewhere = await makeList(api, { name: 'Elsewhere' });
  const { body } = await api.rest('POST', `/lists/${elsewhere}/subscribers/batch`, { subscribers: rowsOf(101, 'e') });
  const id = await file(rowsOf(101));
  work();
  const ends = ({ seen }: typeof ofTeam) => seen.filter(({ status }) => status === 'COMPLETED').map((one) => one.id);
  await until(() => ends(ofTeam).length === 2 && ends(ofList).length === 1);
  expect(new Set(ends(ofTeam))).toEqual(new Set([body.data.id, id]));
  expect(new Set(ofList.seen.map((one) => one.id))).toEqual(new Set([id]));
  expect([ofTeam.errors, ofList.errors, ofOthers.errors, ofOthers.seen]).toEqual([[], [], [], []]);
  for (const followed of [ofTeam, ofList, ofOthers]) followed.stop();
  const refused = await changes({ list }, api.otherToken);
  await until(() => refused.errors.length > 0);
  expect(refused.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test("another team's import cannot be followed", async () => {
  const id = await file(rowsOf(101));
  const answers = [];
  for await (const answer of progress(id, api.otherToken)) answers.push(answer);
  expect(answers).toMatchObject([{ errors: [{ extensions: { code: 'NOT_FOUND' } }] }]);
});
