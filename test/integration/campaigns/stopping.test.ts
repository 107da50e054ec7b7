import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimBulk } from '../../../src/domain/ledger/claim-messages.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 5;

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
let beside: pg.Client;
beforeAll(async () => {
  api = await openTestApp();
  jobs = startJobs(api.installation);
  beside = new pg.Client({ connectionString: api.databaseUrl });
  await beside.connect();
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await beside.end();
  await jobs.stop();
  await api.close();
});

const change = (id: string, verb: string) => api.rest('POST', `/campaigns/${id}/${verb}`);

async function draft(): Promise<string> {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(PEOPLE));
  return makeCampaign(api, list);
}

const enqueued = (id: string) => until(async () => (await readCampaign(api, id)).recipients_count === PEOPLE);

test('pausing works at once while messages are queued, and resuming queues them again', async () => {
  const id = await draft();
  await beside.query('begin; lock table messages in exclusive mode');
  await change(id, 'send');
  await until(async () => {
    const { rows } = await beside.query(`select 1 from pg_locks where not granted and relation = 'messages'::regclass
      and database = (select oid from pg_database where datname = current_database())`);
    return rows.length > 0;
  });
  expect((await change(id, 'pause')).body.data).toMatchObject({ status: 'paused', recipients_count: null });
  await beside.query('commit');
  await change(id, 'resume');
  await enqueued(id);
  expect(await api.db.message.count({ where: { campaignId: id } })).toBe(PEOPLE);
  await change(id, 'cancel');
});

test('its list cannot be deleted during sending, and is deleted with the campaign after a cancellation', async () => {
  const id = await draft();
  await change(id, 'send');
  await enqueued(id);
  const { list } = await readCampaign(api, id);
  const refused = await api.rest('DELETE', `/lists/${list}`);
  expect(refused.status).toBe(409);
  expect(refused.body).toEqual({ message: 'A campaign to the list is being sent. Cancel it first.', errors: {} });
  await change(id, 'cancel');
  expect((await api.rest('DELETE', `/lists/${list}`)).status).toBe(204);
  expect((await api.rest('GET', `/campaigns/${id}`)).status).toBe(404);
});

test('a cancelled campaign is deleted once none of its messages is in progress, and a lost worker’s messages are withheld', async () => {
  const id = await draft();
  await change(id, 'send');
  await enqueued(id);
  const claims = await claimBulk(api.installation.connection.db, { limit: 3, leaseSeconds: 3, holder: 1 });
  expect(claims).toHaveLength(3);
  await change(id, 'cancel');
  const refused = await api.rest('DELETE', `/campaigns/${id}`);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/still being sent/);
  const inbox = await openInbox(api.installation);
  await until(async () => (await readCampaign(api, id)).withheld_count === PEOPLE);
  expect(inbox.server.received).toHaveLength(0);
  await inbox.stop();
  expect((await api.rest('DELETE', `/campaigns/${id}`)).status).toBe(204);
});
