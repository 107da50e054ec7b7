import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutRoot } from '../../src/database/home.ts';
import { noteBackup } from '../../src/domain/platform/last-backup.ts';
import { startMetricsServer } from '../../src/http/metrics.ts';
import { newId } from '../../src/ids.ts';
import { startJobs } from '../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, rowsOf, subscribe } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { openInbox } from '../support/inbox.ts';
import { Metrics } from '../support/metrics.ts';
import { until } from '../support/until.ts';

const TOKEN = 'only-prometheus-knows-this';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());

const scrape = async (from = api, headers: Record<string, string> = {}) => {
  const { statusCode, payload } = await from.app.inject({ url: '/metrics', headers });
  return { status: statusCode, metrics: new Metrics(payload) };
};
const read = async () => (await scrape()).metrics;

test('the age of the last backup is reported once there is one, and the version always', async () => {
  const app = await openTestApp();
  const first = (await scrape(app)).metrics;
  const { version } = JSON.parse(readFileSync(join(checkoutRoot(), 'package.json'), 'utf8'));
  expect(first.text).toContain(`tidings_build_info{version="${version}",node="${process.version}"} 1`);
  expect(first.text).not.toMatch(/^tidings_last_backup_age_seconds/m);
  await app.close();

  const dayAgo = new Date(Date.now() - 86_400_000);
  await noteBackup(api.db, { madeBy: 'command', at: dayAgo, bytes: 1 });
  await until(async () => /^tidings_last_backup_age_seconds/m.test((await read()).text));
  const age = /^tidings_last_backup_age_seconds\{made_by="command"\} (\d+)/m.exec((await read()).text)?.[1];
  expect(Math.round(Number(age) / 3_600)).toBe(24);
});

describe('metrics are read', () => {
  const withApp = async (config: Parameters<typeof openTestApp>[0], work: (app: TestApp) => Promise<void>) => {
    const app = await openTestApp(config);
    await work(app).finally(() => app.close());
  };

  test('without a token only on the machine itself, and not through a proxy', async () => {
    expect((await scrape()).status).toBe(200);
    for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
      expect((await scrape(api, { [header]: '192.0.2.1' })).status).toBe(404);
    }
    await withApp({ host: '0.0.0.0' }, async (app) => {
      const { statusCode, payload } = await app.app.inject('/metrics');
      expect([statusCode, JSON.parse(payload)]).toEqual([404, { message: 'Not found.', errors: {} }]);
    });
  });

  test('with METRICS_TOKEN from anywhere', async () => {
    await withApp({ host: '0.0.0.0', metricsToken: TOKEN }, async (app) => {
      const asked = async (authorization?: string) =>
        (await scrape(app, { via: 'proxy', ...(authorization && { authorization }) })).status;
      expect(await asked()).toBe(401);
      expect(await asked(`Bearer ${TOKEN}x`)).toBe(401);
      expect(await asked(`Bearer ${app.token}`)).toBe(401);
      expect(await asked(`Bearer ${TOKEN}`)).toBe(200);
    });
  });

  test('only at METRICS_PORT if it is set', async () => {
    await withApp({ metricsPort: 0, metricsHost: '127.0.0.1', metricsToken: TOKEN }, async (app) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      expect((await scrape(app, headers)).status).toBe(404);
      const server = (await startMetricsServer(app.installation))!;
      const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
      expect(new Metrics(await answer.text()).sum('tidings_database_up')).toBe(1);
      for (const [path, given] of [
        ['/metrics', {}],
        ['/v1/lists', headers],
        ['/', headers],
      ] as const) {
        const refused = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: given });
        expect([path, refused.status]).toEqual([path, path === '/metrics' ? 401 : 404]);
      }
      await server.stop();
    });
  });
});

test('requests are counted by method, route and status, and never by path', async () => {
  const count = async (labels: object) =>
    (await read()).sum('tidings_http_request_duration_seconds_count', labels as Record<string, string>) ?? 0;
  const unknown = { method: 'GET', route: '/v1/lists/:list', status: 404 };
  const [before, elsewhere] = [await count(unknown), await count({ route: 'unknown' })];
  const id = newId();
  for (const prefix of ['/v1', '/api/v1']) {
    const headers = { authorization: `Bearer ${api.token}` };
    await api.app.inject({ url: `${prefix}/lists/${id}?hidden=query`, headers });
  }
  for (const url of ['/nowhere/hidden-path', '/unsubscribe/hidden-link', '/%ff']) await api.app.inject(url);
  expect(await count(unknown)).toBe(before + 2);
  expect(await count({ route: 'unknown' })).toBeGreaterThan(elsewhere);
  const { text, names } = await read();
  expect(names).toContain('tidings_http_request_duration_seconds_bucket');
  for (const secret of [id, 'hidden', 'nowhere']) expect(text).not.toContain(secret);
});

test('live streams are counted while they are open', async () => {
  const open = async () => (await read()).sum('tidings_live_streams');
  const before = await open();
  const stream = api.installation.liveEvents.read(api.teamId, { email: undefined, name: undefined }, () => {});
  expect(await open()).toBe(before! + 1);
  stream.end();
  expect(await open()).toBe(before);
});

test('events are counted by result', async () => {
  const count = async (outcome: string) => (await read()).sum('tidings_events_total', { outcome }) ?? 0;
  const before = [await count('recorded'), await count('duplicate'), await count('invalid')];
  const event = { email: 'ann@people.test', name: 'visit', reference: newId() };
  await api.rest('POST', '/events', event);
  await api.rest('POST', '/events', { ...event, email: 'nobody' });
  await api.rest('POST', '/events', { events: [event, { email: 'bob@people.test', name: 'visit' }, {}] });
  const after = [await count('recorded'), await count('duplicate'), await count('invalid')];
  expect(after.map((now, index) => now - before[index]!)).toEqual([2, 1, 2]);
});

describe('queues', () => {
  const depth = async (kind: string) => (await read()).sum('tidings_queue_messages', { kind });
  const age = async (kind: string) => (await read()).sum('tidings_queue_oldest_due_seconds', { kind });

  test('report the number and age of waiting messages by kind', async () => {
    const mail = { template: 'Issue', from: 'shop@shop.test' };
    for (const name of ['a', 'b', 'refused']) {
      await api.rest('POST', '/transactional-mails', { ...mail, to: [`${name}@people.test`] });
    }
    await until(async () => (await depth('transactional')) === 3);
    expect([await depth('campaign'), await depth('confirmation')]).toEqual([0, 0]);
    await api.db.message.updateMany({ data: { dueAt: new Date(Date.now() - 100_000) } });
    await until(async () => (await age('transactional'))! >= 100);
    expect(await age('confirmation')).toBe(0);
  });

  test('message results are counted by transport and by a few reasons', async () => {
    const count = async (labels: Record<string, string>) => (await read()).sum('tidings_messages_total', labels) ?? 0;
    const sent = { kind: 'transactional', outcome: 'sent', transport: 'installation', reason: 'none' };
    const failed = { kind: 'transactional', outcome: 'failed', transport: 'installation', reason: 'address' };
    const campaign = { kind: 'campaign', outcome: 'sent' };
    const before = [await count(sent), await count(failed), await count(campaign)];
    const list = await makeList(api);
    await subscribe(api, list, rowsOf(5));
    await api.rest('POST', `/campaigns/${await makeCampaign(api, list)}/send`);
    const jobs = startJobs(api.installation);
    await until(async () => (await depth('campaign')) === 5);
    const inbox = await openInbox(api.installation);
    inbox.server.recipients.set('refused@people.test', '550 5.1.1 <refused@people.test> does not live here');
    await until(async () => (await depth('campaign')) === 0 && (await depth('transactional')) === 0);
    await until(async () => (await count(campaign)) === before[2]! + 5);
    await until(async () => (await count(sent)) + (await count(failed)) >= before[0]! + before[1]! + 3);
    expect([await count(sent), await count(failed)]).toEqual([before[0]! + 2, before[1]! + 1]);
    expect((await read()).text).not.toContain('does not live here');
    expect(
      (await read()).sum('tidings_job_duration_seconds_count', { task: 'enqueue-campaigns', outcome: 'done' }),
    ).toBeGreaterThan(0);
    await inbox.stop();
    await jobs.stop();
  });

  test('sending pauses, imports and background jobs are reported', async () => {
    const { teamId } = api;
    const pause = {
      teamId,
      transportId: newId(),
      failures: 5,
      reason: 'x',
      pausedUntil: new Date(Date.now() + 3_600_000),
    };
    await api.db.sendingPause.createMany({
      data: ['', 'a.test', 'b.test'].map((domain) => ({ ...pause, id: newId(), domain })),
    });
    const list = await makeList(api);
    const rows = rowsOf(101, 'imported');
    expect((await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows })).status).toBe(202);
    const metrics = await until(async () => {
      const now = await read();
      return now.sum('tidings_sending_pauses', { of: 'domain' }) === 2 ? now : undefined;
    });
    expect(metrics.sum('tidings_sending_pauses', { of: 'transport' })).toBe(1);
    expect(metrics.sum('tidings_imports')).toBe(1);
    expect(metrics.sum('tidings_jobs', { task: 'run-import', state: 'waiting' })).toBe(1);
  });
});

test('any number of scrapes costs a handful of statements every few seconds', async () => {
  const statements = await api.statements(async () => {
    for (let times = 0; times < 20; times += 1) await read();
  });
  expect(statements.length).toBeLessThanOrEqual(8);
});

test('without the database, all other metrics are reported and the database is marked as down', async () => {
  const app = await openTestApp();
  expect((await scrape(app)).metrics.sum('tidings_queue_messages', { kind: 'campaign' })).toBe(0);
  await app.installation.connection.pool.end();
  const away = await until(async () => {
    const { metrics } = await scrape(app);
    return metrics.sum('tidings_database_up') === 0 ? metrics : undefined;
  });
  expect(away.sum('tidings_queue_messages')).toBeUndefined();
  expect(away.sum('process_resident_memory_bytes')).toBeGreaterThan(0);
  await app.close();
});
