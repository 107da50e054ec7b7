import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { receivedAllNotices } from '../../support/received-notices.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { type Followed, follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

type Seen = Record<string, unknown>;

/** Written in one process, read in another: both on one database. */
let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
let url: string;
let list: string;
const streams: Followed<Seen>[] = [];
beforeAll(async () => {
  api = await openTestApp();
  secondProcess = await openSecondProcess(api);
  url = `${await secondProcess.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});
afterAll(async () => {
  await secondProcess.close();
  await api.close();
});
beforeEach(async () => {
  list = await makeList(api, { requires_confirmation: true });
});
afterEach(() => Promise.all(streams.splice(0).map((stream) => stream.stop())));

const FIELDS = 'id email status deleted';

/** Follows the stream of the other process; resolves once it is open. */
async function read(variables: object, fields = FIELDS, token = api.readToken) {
  const query = `subscription ($listId: ID!, $email: EmailAddress) { subscriberChanged(listId: $listId, email: $email) { ${fields} } }`;
  const followed = await follow<Seen>(url, token, query, { listId: list, ...variables });
  streams.push(followed);
  return followed;
}

test('subscribing, confirming, changing, tagging, unsubscribing and deleting are streamed in order', async () => {
  const email = 'ann@people.test';
  const { seen, errors } = await read({}, `${FIELDS} firstName tags list { id name }`);
  const { data } = await subscribe(api, list, [{ email, tags: ['vip'] }]);
  const [{ id }] = data;
  const list_ = { id: list, name: 'News' };
  await until(() => seen.length === 1);
  await api.rest('POST', `/subscribers/${id}/confirm`);
  await until(() => seen.length === 2);
  await api.rest('PATCH', `/subscribers/${id}`, { first_name: 'Ann' });
  await until(() => seen.length === 3);
  await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['new'] });
  await until(() => seen.length === 4);
  await api.rest('PUT', `/lists/${list}`, { name: 'Renamed' });
  await api.rest('DELETE', `/subscribers/${id}/tags`, { tags: ['vip'] });
  await until(() => seen.length === 5);
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  await until(() => seen.length === 6);
  await api.rest('DELETE', `/subscribers/${id}`);
  await until(() => seen.length === 7);
  const common = { id, email, deleted: false, firstName: null, list: list_ };
  const renamed = { ...common, list: { id: list, name: 'Renamed' } };
  expect(seen).toEqual([
    { ...common, status: 'UNCONFIRMED', tags: ['vip'] },
    { ...common, status: 'SUBSCRIBED', tags: ['vip'] },
    { ...common, status: 'SUBSCRIBED', tags: ['vip'], firstName: 'Ann' },
    { ...common, status: 'SUBSCRIBED', tags: ['new', 'vip'], firstName: 'Ann' },
    { ...renamed, status: 'SUBSCRIBED', tags: ['new'], firstName: 'Ann' },
    { ...renamed, status: 'UNSUBSCRIBED', tags: ['new'], firstName: 'Ann' },
    { ...renamed, status: 'UNSUBSCRIBED', tags: [], deleted: true },
  ]);
  expect(errors).toEqual([]);
});

test("people's actions on public pages are streamed too", async () => {
  const { seen } = await read({});
  const { data } = await subscribe(api, list, [{ email: 'page@people.test' }]);
  const [{ id }] = data;
  await until(() => seen.length === 1);
  await visit(api, 'POST', linkOf(api, 'confirm', id));
  await until(() => seen.length === 2);
  await visit(api, 'POST', linkOf(api, 'unsubscribe', id));
  await until(() => seen.length === 3);
  await visit(api, 'POST', linkOf(api, 'preferences', id), `do=save&list=${list}`);
  await until(() => seen.length === 4);
  await visit(api, 'POST', linkOf(api, 'preferences', id), 'do=leave-all');
  await until(() => seen.length === 5);
  expect(seen.slice(1).map(({ status }) => status)).toEqual([
    ...['SUBSCRIBED', 'UNSUBSCRIBED'],
    ...['SUBSCRIBED', 'UNSUBSCRIBED'],
  ]);
});

test('a stream contains only its list and its address', async () => {
  const everyone = await read({});
  const one = await read({ email: ' BOB@people.test' });
  const elsewhere = await makeList(api);
  await subscribe(api, elsewhere, [{ email: 'bob@people.test' }]);
  await subscribe(api, list, [{ email: 'eve@people.test' }, { email: 'no address' }]);
  await subscribe(api, list, [{ email: 'bob@people.test' }]);
  await until(() => everyone.seen.length === 2 && one.seen.length === 1);
  expect(everyone.seen.map(({ email }) => email)).toEqual(['eve@people.test', 'bob@people.test']);
  expect(one.seen.map(({ email }) => email)).toEqual(['bob@people.test']);
});

test('a batch of a hundred sends one notice, and each change is streamed', async () => {
  const { seen } = await read({});
  await receivedAllNotices(api);
  const notices: { ids: string[] }[] = [];
  const stop = api.installation.pubsub.on('subscriber.changed', (notice) => notices.push(notice));
  await subscribe(api, list, rowsOf(100, 'hundred'));
  await until(() => seen.length === 100);
  await receivedAllNotices(api);
  stop();
  expect(notices).toHaveLength(1);
  expect(JSON.stringify(notices[0]).length).toBeLessThan(8_000);
  expect(new Set(seen.map(({ email }) => email)).size).toBe(100);
});

test('an import streams its progress, but no subscribers', async () => {
  const { seen } = await read({});
  const jobs = startJobs(api.installation);
  const { body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rowsOf(150, 'import') });
  await until(async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data.finished_at !== null);
  await jobs.stop();
  await subscribe(api, list, [{ email: 'last@people.test' }]);
  await until(() => seen.length > 0);
  expect(seen).toMatchObject([{ email: 'last@people.test' }]);
});

test('a rolled back change and an erasure stream nothing', async () => {
  const { seen, errors } = await read({});
  const headers = { 'idempotency-key': 'taken-back' };
  const two = `mutation ($list: ID!) {
    createSubscriber(input: { listId: $list, email: "undone@people.test" }) { isNew }
    deleteList(id: "${UNKNOWN_ID}") { deletedId } }`;
  expect((await api.graphql(two, { list }, { headers })).body.errors).toHaveLength(1);
  await subscribe(api, list, [{ email: 'erased@people.test' }]);
  await until(() => seen.length === 1);
  expect((await api.rest('POST', '/people/erase', { email: 'erased@people.test' })).status).toBe(204);
  await subscribe(api, list, [{ email: 'last@people.test' }]);
  await until(() => seen.length === 2);
  expect(seen.map(({ email }) => email)).toEqual(['erased@people.test', 'last@people.test']);
  expect(errors).toEqual([]);
});

test("another team's list cannot be followed", async () => {
  const { seen, errors } = await read({}, FIELDS, api.otherToken);
  await until(() => errors.length > 0);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(seen).toEqual([]);
});
