import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';
import { untilCounted } from '../../support/until-counted.ts';

const NONE = { sent: 0, failed: 0, deferred: 0, unknown: 0, withheld: 0 };
const HOUR_SECONDS = 3_600;

describe.each([
  ['on one machine', false],
  ['where tables are spread', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  let inbox: Inbox;
  beforeAll(async () => {
    api = await openTestApp({}, { simulatedClock: true, withoutTriggers });
    await api.rest('POST', '/templates', TEMPLATE);
    await clockOf(api).set('2026-05-01T10:00:02Z');
    inbox = await openInbox(api.installation, [2 * HOUR_SECONDS]);
  });
  afterAll(async () => {
    await inbox.stop();
    await api.close();
  });

  const send = (...names: string[]) => {
    const mails = names.map((name) => ({ template: 'Issue', from: 'shop@shop.test', to: [`${name}@people.test`] }));
    return api.rest('POST', '/transactional-mails/batch', { mails });
  };
  const tried = async (count: number) => {
    await until(
      async () => (await api.db.message.count({ where: { state: { in: ['sent', 'failed', 'deferred'] } } })) === count,
    );
    await untilCounted(api.db);
  };
  const rate = async (query = '', token = api.token) =>
    (await api.rest('GET', `/sending-rate${query}`, undefined, { token })).body.data;

  test('outcomes of messages are counted in the minute in which they happen', async () => {
    inbox.server.recipients.set('nobody@people.test', '550 No such user');
    inbox.server.recipients.set('later@people.test', '451 Try again later');
    expect((await send('a', 'b', 'c', 'nobody')).status).toBe(200);
    await tried(4);
    await clockOf(api).set('2026-05-01T10:02:02Z');
    await send('d', 'later');
    await tried(6);
    const at = (minute: string, some: object) => ({ minute: `2026-05-01T${minute}:00.000Z`, ...NONE, ...some });
    const minutes = [at('10:00', { sent: 3, failed: 1 }), at('10:01', {}), at('10:02', { sent: 1, deferred: 1 })];
    expect(await rate('?minutes=3')).toEqual(minutes);
    const query = '{ sendingRate(minutes: 3) { minute sent failed deferred unknown withheld: skipped } }';
    expect((await ask(api, query)).sendingRate).toEqual(minutes);
  });

  test('the default is an hour, and excludes other teams', async () => {
    const hour = await rate();
    expect([hour.length, hour[0].minute, hour[59].minute]).toEqual([
      ...[60, '2026-05-01T09:03:00.000Z', '2026-05-01T10:02:00.000Z'],
    ]);
    expect(hour.reduce((sum: number, { sent }: { sent: number }) => sum + sent, 0)).toBe(4);
    const theirs = await rate('', api.otherToken);
    expect(theirs.map(({ minute: _, ...counts }: { minute: string }) => counts)).toEqual(Array(60).fill(NONE));
  });

  test('counts beyond the reported period are removed', async () => {
    expect(await api.db.messageMinute.count()).toBeGreaterThan(0);
    await clockOf(api).set('2026-05-01T11:30:02Z');
    expect((await rate()).some(({ sent }: { sent: number }) => sent > 0)).toBe(false);
    await clockOf(api).set('2026-05-01T12:02:30Z');
    const jobs = startJobs(api.installation);
    const left = () => api.db.messageMinute.findMany({ where: { minute: { lt: new Date('2026-05-01T10:02:00Z') } } });
    await until(async () => (await left()).length === 0);
    await jobs.stop();
  });

  test.each(['0', '61', '1.5', 'x'])('minutes=%s is refused', async (minutes) => {
    const { status, body } = await api.rest('GET', `/sending-rate?minutes=${minutes}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['minutes']]);
  });
});

describe('the backlog', () => {
  let api: TestApp;
  let jobs: ReturnType<typeof startJobs>;
  beforeAll(async () => {
    api = await openTestApp({}, { simulatedClock: true });
    await api.rest('POST', '/templates', TEMPLATE);
    await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
    await clockOf(api).set('2026-05-01T10:00:00Z');
    jobs = startJobs(api.installation);
  });
  afterAll(async () => {
    await jobs.stop();
    await api.close();
  });

  const backlogs = async (token = api.token): Promise<Record<string, string | null>> => {
    const { body } = await api.rest('GET', '/sending-backlogs', undefined, { token });
    return Object.fromEntries(
      body.data.map(({ kind, oldest_due_at }: { kind: string; oldest_due_at: string | null }) => [kind, oldest_due_at]),
    );
  };
  const EMPTY = { transactional: null, confirmation: null, data_request: null, campaign: null };

  test('reports since when the oldest due message of each kind waits', async () => {
    const mail = { template: 'Issue', from: 'shop@shop.test', to: ['a@people.test'] };
    await api.rest('POST', '/transactional-mails', { ...mail, send_at: '2026-05-01T10:30:00Z' });
    expect(await backlogs()).toEqual(EMPTY);
    await clockOf(api).set('2026-05-01T10:40:00Z');
    await api.rest('POST', '/transactional-mails', mail);
    expect(await backlogs()).toEqual({ ...EMPTY, transactional: '2026-05-01T10:30:00.000Z' });
    expect((await ask(api, '{ sendingBacklogs { kind oldestDueAt } }')).sendingBacklogs[0]).toEqual({
      ...{ kind: 'TRANSACTIONAL', oldestDueAt: '2026-05-01T10:30:00.000Z' },
    });
    expect(await backlogs(api.otherToken)).toEqual(EMPTY);
  });

  test('has campaigns in progress, except those that may not send at this time of day', async () => {
    const list = await makeList(api);
    await subscribe(api, list, rowsOf(2));
    const atNight = await makeCampaign(api, list, { name: 'At night', send_window: { from: '22:00', to: '23:00' } });
    await api.rest('POST', `/campaigns/${atNight}/send`);
    await until(async () => (await api.db.message.count({ where: { campaignId: atNight } })) === 2);
    expect((await backlogs()).campaign).toBe(null);
    const campaign = await makeCampaign(api, list);
    await api.rest('POST', `/campaigns/${campaign}/send`);
    await until(async () => (await backlogs()).campaign !== null);
    expect((await backlogs()).campaign).toMatch(/^2026-05-01T10:4/);
    await clockOf(api).set('2026-05-01T22:10:00Z');
    await api.rest('POST', `/campaigns/${campaign}/cancel`);
    expect((await backlogs()).campaign).toMatch(/^2026-05-01T10:4/);
    await api.rest('POST', `/campaigns/${atNight}/pause`);
    expect((await backlogs()).campaign).toBe(null);
  });
});
