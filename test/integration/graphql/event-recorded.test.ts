import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { receivedAllNotices } from '../../support/received-notices.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { type Followed, follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

type Seen = { email: string; name: string; reference: string | null };

/** Recorded by one process, followed in another: both on one database. */
let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
let url: string;
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
afterEach(() => Promise.all(streams.splice(0).map((stream) => stream.stop())));

const QUERY =
  'subscription ($email: EmailAddress, $name: String) { eventRecorded(email: $email, name: $name) { email name reference } }';

/** The future stream of the other process, returned once it has started. */
async function followed(variables: Record<string, unknown> = {}, token = api.readToken): Promise<Seen[]> {
  const stream = await follow<Seen>(url, token, QUERY, variables);
  streams.push(stream);
  return stream.seen;
}

const event = (reference: string, input: object = {}) => ({ email: 'ann@x.test', name: 'order', reference, ...input });

test('single events and batches arrive as they are recorded, each event once', async () => {
  const seen = await followed();
  await api.rest('POST', '/events', event('a'));
  await until(() => seen.length === 1);
  await api.rest('POST', '/events', event('a'));
  const batch = Array.from({ length: 250 }, (_, index) => event(`b${index}`));
  await api.rest('POST', '/events', { events: [...batch, event('b0'), { email: 'nobody', name: 'x' }] });
  await until(() => seen.length === 251);
  expect(new Set(seen.map(({ reference }) => reference)).size).toBe(251);
});

test('a reader gets events of its person and its name', async () => {
  const [ofAnn, ofViews] = [await followed({ email: ' ANN@x.test' }), await followed({ name: 'page.viewed' })];
  await api.rest('POST', '/events', event('c1', { email: 'bob@x.test', name: 'page.viewed' }));
  await api.rest('POST', '/events', event('c2'));
  await api.rest('POST', '/events', event('c3', { name: 'page.viewed' }));
  await until(() => ofAnn.length === 2 && ofViews.length === 2);
  expect(ofAnn.map(({ reference }) => reference)).toEqual(['c2', 'c3']);
  expect(ofViews.map(({ reference }) => reference)).toEqual(['c1', 'c3']);
});

test('another team gets nothing, and events without readers are not sent at all', async () => {
  const announced: string[] = [];
  const stop = api.installation.pubsub.on('event.recorded', ({ ids }) => announced.push(...ids));
  const theirs = await followed({}, api.otherToken);
  await api.db.team.updateMany({ where: { id: api.teamId }, data: { eventsWatchedUntil: new Date(0) } });
  const unwatched = (await api.rest('POST', '/events', event('d1'))).body.data.id;
  const watched = (await api.rest('POST', '/events', event('d2'), { token: api.otherToken })).body.data.id;
  await until(() => theirs.length === 1);
  await receivedAllNotices(api);
  stop();
  expect(theirs.map(({ reference }) => reference)).toEqual(['d2']);
  expect(unwatched).toEqual(expect.any(String));
  expect(announced.filter((id) => [unwatched, watched].includes(id))).toEqual([watched]);
});
