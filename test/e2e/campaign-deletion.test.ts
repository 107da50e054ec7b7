import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { readCampaign, TEMPLATE } from '../support/campaigns.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { insertSentCampaign, MANY } from '../support/many-messages.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { newHome } from '../support/server.ts';
import { until } from '../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await endAll();
  await api.close();
});

async function startWorker(): Promise<Process> {
  const started = launch(['work'], { DATABASE_URL: api.databaseUrl, DATA_DIR: await newHome() });
  await until(() => started.stdout.includes('Workers are running'));
  return started;
}

test('another worker finishes deleting a campaign after a kill, and leaves no row', async () => {
  const id = await insertSentCampaign(api, await makeList(api));
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  const recorded = await api.db.feedback.findMany({ where: { teamId: api.teamId } });
  const last = await api.db.message.findFirstOrThrow({
    where: { teamId: api.teamId, campaignId: id, id: { in: recorded.map(({ messageId }) => messageId as string) } },
    orderBy: { personKey: 'desc' },
  });
  await client.query('begin'); // the last chunk waits for this lock
  await client.query('select from feedback where team_id = $1 and message_id = $2 for update', [api.teamId, last.id]);
  expect((await api.rest('DELETE', `/campaigns/${id}`)).status).toBe(204);
  const worker = await startWorker();
  await until(async () => (await readCampaign(api, id)).messages_remaining < MANY);
  await until(async () => (await lockWaits(client)) > 0); // no earlier chunk is half done
  await worker.end('SIGKILL');
  const { status, messages_remaining } = await readCampaign(api, id);
  expect(status).toBe('deleting');
  expect(await api.db.message.count({ where: { campaignId: id } })).toBe(messages_remaining);
  await client.query('rollback');
  await client.end();

  await startWorker();
  await until(async () => (await api.rest('GET', `/campaigns/${id}`)).status === 404);
  expect(await api.db.message.count({ where: { campaignId: id } })).toBe(0);
  expect(await api.db.attempt.count()).toBe(0);
  expect(await api.db.feedback.count({ where: { messageId: null } })).toBe(100);
});
