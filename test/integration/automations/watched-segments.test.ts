import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDueSegments } from '../../../src/domain/automations/clock/watched-segments.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { all, makeSegment } from '../../support/segments.ts';
import { automate, newSignals } from '../../support/signals.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let list: string;
let segment: string;
let now = Date.parse('2026-06-15T08:00:00Z');
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 }, { simulatedClock: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.automation.deleteMany();
  await later(0);
  list = await makeList(api);
  segment = (await makeSegment(api, list, all({ type: 'tags', operator: 'has_any', value: ['vip'] }))).id;
  await look();
  await newSignals(api);
});

async function later(minutes: number) {
  now += minutes * 60_000 + 1_000;
  await clockOf(api).set(new Date(now));
}

const look = () => findDueSegments(api.installation.connection.db, api.installation.log);

/** Returns the changes found after some minutes. Names replace the ids of automations. */
async function after(minutes: number, names: Record<string, string> = {}): Promise<string[]> {
  await later(minutes);
  await look();
  const signals = await newSignals(api, { [segment]: '' });
  return signals.map((words) => Object.entries(names).reduce((text, [id, name]) => text.replace(id, name), words));
}

async function watch(kind: 'segment_entered' | 'segment_left', includeExisting = false): Promise<string> {
  const trigger = { type: kind, segment, include_existing: includeExisting };
  return automate(api, { list, trigger, to: [{ kind, ref: segment }] });
}

const tag = async (name: string, method: 'POST' | 'DELETE') => {
  const { id } = await readSubscriber(api, list, `${name}@x.test`);
  await api.rest(method, `/subscribers/${id}/tags`, { tags: ['vip'] });
};

const row = (name: string, ...tags: string[]) => ({ email: `${name}@x.test`, tags });

test('joining and leaving count, being a member at the start does not', async () => {
  await subscribe(api, list, [row('there', 'vip'), row('ann'), row('bob', 'vip')]);
  const ids = { [await watch('segment_entered')]: 'in', [await watch('segment_left')]: 'out' };
  expect(await after(0, ids)).toEqual([]);
  await tag('ann', 'POST');
  await tag('bob', 'DELETE');
  expect(await after(2, ids)).toEqual(['ann segment_entered in', 'bob segment_left out']);
  expect(await after(2, ids)).toEqual([]);
  await tag('ann', 'DELETE');
  await tag('bob', 'POST');
  expect(await after(2, ids)).toEqual(['ann segment_left out', 'bob segment_entered in']);
});

test('leaving the list means leaving the segment', async () => {
  await subscribe(api, list, [row('gone', 'vip'), row('deleted', 'vip')]);
  const ids = { [await watch('segment_left')]: 'out' };
  await after(0);
  await api.rest('POST', `/subscribers/${(await readSubscriber(api, list, 'gone@x.test')).id}/unsubscribe`);
  await api.rest('DELETE', `/subscribers/${(await readSubscriber(api, list, 'deleted@x.test')).id}`);
  expect(await after(2, ids)).toEqual(['deleted segment_left out', 'gone segment_left out']);
});

test('all existing members start on request, once, and only in their own team’s automation', async () => {
  await subscribe(api, list, [row('ann', 'vip'), row('bob', 'vip'), row('cat')]);
  const first = await watch('segment_entered');
  await after(0);
  const second = await watch('segment_entered', true);
  await tag('cat', 'POST');
  expect(await after(0, { [first]: 'first', [second]: 'second' })).toEqual([
    'ann segment_entered second',
    'bob segment_entered second',
    'cat segment_entered first',
    'cat segment_entered second',
  ]);
  expect(await after(2)).toEqual([]);
});

test('a paused automation starts no runs, not even for segment members when it resumes', async () => {
  await subscribe(api, list, [row('ann')]);
  const id = await watch('segment_entered', true);
  await after(0);
  await api.db.automation.updateMany({ where: { id }, data: { status: 'paused' } });
  await tag('ann', 'POST');
  expect(await after(2)).toEqual([]);
  await api.db.automation.updateMany({ where: { id }, data: { status: 'active' } });
  expect(await after(2)).toEqual([]);
});

test('time alone brings people into a segment', async () => {
  segment = (await makeSegment(api, list, all({ type: 'subscribed_at', operator: 'older_than_days', value: 1 }))).id;
  await subscribe(api, list, [row('ann')]);
  const id = await watch('segment_entered');
  expect(await after(0)).toEqual([]);
  expect(await after(60)).toEqual([]);
  expect(await after(24 * 60, { [id]: 'in' })).toEqual(['ann segment_entered in']);
});

test('a deleted segment starts no one, and an unwatched one is no longer stored', async () => {
  await subscribe(api, list, [row('ann', 'vip')]);
  await watch('segment_left');
  await after(0);
  expect(await api.db.automationMember.count()).toBe(1);
  await api.rest('DELETE', `/segments/${segment}`);
  expect(await after(10)).toEqual([]);
  expect(await api.db.automationMember.count()).toBe(0);
  expect((await api.statements(look)).length).toBe(1);
  await api.db.automation.deleteMany();
  await after(0);
  expect(await api.db.automationSegment.count()).toBe(0);
});

test('an erased person is not a member, and leaves no segment', async () => {
  await subscribe(api, list, [row('ann', 'vip')]);
  await watch('segment_left');
  await after(0);
  await api.graphql('mutation { erasePerson(input: { email: "ann@x.test" }) { suppression { id } } }');
  expect(await api.db.automationMember.count()).toBe(0);
  expect(await after(2)).toEqual([]);
});

test('between rounds no query reads the segment, and eight workers look once', async () => {
  await subscribe(api, list, [row('zoe')]);
  await watch('segment_entered');
  await after(0);
  await tag('zoe', 'POST');
  expect((await api.statements(look)).length).toBe(1);
  await later(2);
  await Promise.all(Array.from({ length: 8 }, look));
  expect(await newSignals(api)).toHaveLength(1);
});

test('eight workers that begin at the same moment start each existing member once', async () => {
  await subscribe(
    api,
    list,
    Array.from({ length: 40 }, (_, n) => row(`p${n}`, 'vip')),
  );
  await watch('segment_entered', true);
  await Promise.all(Array.from({ length: 8 }, look));
  expect(await newSignals(api)).toHaveLength(40);
});
