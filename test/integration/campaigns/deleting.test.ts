import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, runOnce, sql } from '../../../src/database/connect.ts';
import { deleteSomeMessages } from '../../../src/domain/campaigns/delete-messages.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { insertSentCampaign, MANY } from '../../support/many-messages.ts';
import { sseClient } from '../../support/sse.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

const remove = async (id: string) => (await api.rest('DELETE', `/campaigns/${id}`)).status;
const left = (id: string) => api.db.message.count({ where: { campaignId: id } });
const isGone = async (id: string) => (await api.rest('GET', `/campaigns/${id}`)).status === 404;

test('a large campaign is deleted in the background: it shows how many messages are left, and cannot be changed or sent', async () => {
  const id = await insertSentCampaign(api, list);
  expect(await remove(id)).toBe(204);
  expect(await readCampaign(api, id)).toMatchObject({ status: 'deleting', messages_remaining: MANY });
  expect(await left(id)).toBe(MANY);
  expect(await remove(id)).toBe(204);
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/send'],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/cancel'],
    ['POST', '/check'],
  ] as const) {
    expect([
      path,
      (await api.rest(method, `/campaigns/${id}${path}`, method === 'PUT' ? { name: 'x' } : undefined)).status,
    ]).toEqual([path, 409]);
  }
  expect((await api.rest('POST', `/campaigns/${id}/test`, { to: ['a@shop.test'] })).status).toBe(409);
  expect((await api.rest('GET', '/campaigns?status=deleting')).body.data).toMatchObject([{ id }]);
  const jobs = startJobs(api.installation);
  await until(() => isGone(id));
  expect(await left(id)).toBe(0);
  expect(await api.db.feedback.count({ where: { messageId: null, reason: 'full' } })).toBe(100);
  await jobs.stop();
});

test('a live subscription shows the deletion until it ends', async () => {
  const id = await insertSentCampaign(api, list);
  await remove(id);
  const query = `subscription { campaignProgressed(id: "${id}") { status messagesRemaining } }`;
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, api.token);
  const seen: { status: string; messagesRemaining: number }[] = [];
  let jobs: ReturnType<typeof startJobs> | undefined;
  for await (const { data } of client.iterate({ query })) {
    seen.push(data?.campaignProgressed as (typeof seen)[number]);
    jobs ??= startJobs(api.installation);
  }
  expect(seen[0]).toEqual({ status: 'DELETING', messagesRemaining: MANY });
  const counts = seen.map(({ messagesRemaining }) => messagesRemaining);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  expect(await isGone(id)).toBe(true);
  await jobs?.stop();
});

test('a message held by a worker stays until the worker releases it', async () => {
  const id = await insertSentCampaign(api, list);
  await remove(id);
  const one = `id = (select id from messages where campaign_id = '${id}' order by id limit 1)`;
  await statement(
    api.databaseUrl,
    `update messages set state = 'claimed', lease_until = now() + interval '1 hour' where ${one}`,
  );
  const jobs = startJobs(api.installation);
  await until(async () => (await left(id)) === 1);
  expect((await readCampaign(api, id)).status).toBe('deleting');
  await statement(
    api.databaseUrl,
    `update messages set lease_until = now() - interval '1 second' where ${one};
    update campaigns set updated_at = now() - interval '1 minute' where id = '${id}'`,
  );
  await until(() => isGone(id)); // the sweep finds that no worker continues it
  await jobs.stop();
});

test('a small campaign is deleted at once, and one in progress stays', async () => {
  const small = await insertSentCampaign(api, list, 5_000);
  expect([await remove(small), await isGone(small), await left(small)]).toEqual([204, true, 0]);
  const busy = await insertSentCampaign(api, list);
  await statement(api.databaseUrl, `update campaigns set status = 'sending' where id = '${busy}'`);
  expect(await remove(busy)).toBe(409);
  await statement(
    api.databaseUrl,
    `update campaigns set status = 'cancelled' where id = '${busy}';
     update messages set state = 'sending', lease_until = now() + interval '1 hour'
       where id = (select id from messages where campaign_id = '${busy}' limit 1)`,
  );
  expect([await remove(busy), (await readCampaign(api, busy)).status]).toEqual([409, 'cancelled']);
});

test('GraphQL deletes the same way, and the list of a campaign being deleted can be deleted', async () => {
  const to = await makeList(api);
  const id = await insertSentCampaign(api, to);
  expect(await ask(api, `mutation { deleteCampaign(id: "${id}") { deletedId } }`)).toEqual({
    deleteCampaign: { deletedId: id },
  });
  expect(await ask(api, `{ campaign(id: "${id}") { status messagesRemaining } }`)).toEqual({
    campaign: { status: 'DELETING', messagesRemaining: MANY },
  });
  expect((await api.rest('DELETE', `/lists/${to}`)).status).toBe(204);
  expect([await isGone(id), await left(id)]).toEqual([true, 0]);
  const jobs = startJobs(api.installation);
  const other = await makeCampaign(api, list);
  expect(await remove(other)).toBe(204);
  await jobs.stop();
});

test('queries are planned for the current data, because a plan for an empty table would read all rows for each message', async () => {
  const { db, close } = connect(api.databaseUrl, 1);
  const id = await insertSentCampaign(api, list);
  await remove(id);
  while (await deleteSomeMessages(createScope(db, { id: api.teamId }, WORKER), id));
  expect(await isGone(id)).toBe(true);
  const kept = await runOnce<{ statement: string }>(db, sql`select statement from pg_prepared_statements`);
  await close();
  expect(kept.filter(({ statement }) => statement.includes('delete from campaigns'))).toHaveLength(1);
  expect(kept.filter(({ statement }) => statement.includes('delete from messages'))).toEqual([]);
});
