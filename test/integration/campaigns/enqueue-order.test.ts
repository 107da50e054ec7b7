import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueNextCampaign } from '../../../src/domain/campaigns/enqueue-campaign.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let other: TestApp;
let client: pg.Client;
beforeAll(async () => {
  api = await openTestApp();
  other = await openTeam(api);
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

/** A sending campaign that has no messages yet. */
async function startCampaign(team: TestApp): Promise<string> {
  await team.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await team.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(team);
  await subscribe(team, list, rowsOf(3));
  const id = await makeCampaign(team, list);
  expect((await team.rest('POST', `/campaigns/${id}/send`)).body.data.status).toBe('sending');
  return id;
}

const enqueued = async (id: string): Promise<boolean> =>
  (await api.db.campaign.findFirstOrThrow({ where: { id } })).enqueuedAt !== null;

const messageIds = async (campaignId: string): Promise<string[]> =>
  (await api.db.message.findMany({ where: { campaignId }, orderBy: { id: 'asc' } })).map(({ id }) => id);

test('two campaigns of a team are enqueued one after the other, and another team does not wait', async () => {
  const first = await startCampaign(api);
  const second = await startCampaign(api);
  const theirs = await startCampaign(other);
  const { db } = api.installation.connection;

  await client.query('begin');
  await client.query('select from campaigns where team_id = $1 and id = $2 for update', [api.teamId, first]);
  const slow = enqueueNextCampaign(db);
  await until(async () => (await lockWaits(client, 'campaigns')) === 1);
  while (await enqueueNextCampaign(db));
  expect(await enqueued(second)).toBe(false);
  expect(await enqueued(theirs)).toBe(true);

  await client.query('commit');
  expect(await slow).toBe(true);
  while (await enqueueNextCampaign(db));
  expect(await readCampaign(api, second)).toMatchObject({ recipients_count: 3 });
  expect((await messageIds(second))[0]! > (await messageIds(first)).at(-1)!).toBe(true);
});
