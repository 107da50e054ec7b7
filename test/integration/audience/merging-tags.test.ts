import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { until } from '../../support/until.ts';

const TAGGED = 2_500;

let testApp: TestApp;
let api: TestApp;
let list: string;
let worker: RunningJobs | undefined;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(async () => {
  await worker?.stop();
  await testApp.close();
});
beforeEach(async () => {
  api = await openTeam(testApp);
  list = await makeList(api);
});

const tagsOf = async (id: string) => (await api.rest('GET', `/subscribers/${id}`)).body.data.tags;
const idOf = async (tag: string): Promise<string> =>
  (await api.rest('GET', '/tags')).body.data.find(({ name }: { name: string }) => name === tag).id;

test('merging gives everybody the other tag once, deletes the first, and is recorded in the audit log', async () => {
  const rows = [
    { email: 'ann@tags.test', tags: ['VIP customer', 'new'] },
    { email: 'both@tags.test', tags: ['VIP customer', 'vip'] },
    { email: 'bob@tags.test', tags: ['vip'] },
  ];
  const [ann, both, bob] = (await subscribe(api, list, rows)).data.map(({ id }: { id: string }) => id);
  const going = await idOf('VIP customer');
  const stays = await idOf('vip');
  const merged = await api.rest('POST', `/tags/${going}/merge`, { into: ' Vip' });
  expect([merged.status, merged.body.data]).toMatchObject([200, { id: stays, name: 'vip', subscribers_count: 3 }]);
  expect(await Promise.all([ann, both, bob].map(tagsOf))).toEqual([['new', 'vip'], ['vip'], ['vip']]);
  expect((await api.rest('GET', `/tags/${going}`)).status).toBe(404);
  expect((await api.rest('POST', `/tags/${going}/merge`, { into: 'vip' })).status).toBe(404);
  const [entry] = (await api.rest('GET', '/audit-log?action=tag.merged')).body.data;
  expect(entry).toMatchObject({ action: 'tag.merged', object: { id: stays, name: 'vip' } });
});

test('merging notifies neither automations nor webhooks, and adds nothing to the timeline', async () => {
  const [{ id: ann }] = (await subscribe(api, list, [{ email: 'ann@tags.test', tags: ['old'] }])).data;
  await api.rest('POST', '/tags', { name: 'new' });
  await api.rest('POST', '/webhooks', { url: 'https://hooks.shop.test/', kinds: ['subscriber.updated'] });
  const trigger = { type: 'tag_added', tag: 'new' };
  const steps = [{ type: 'wait', for: 'P1D' }];
  const automation = (await api.rest('POST', '/automations', { name: 'Hello', trigger, steps })).body.data.id;
  expect((await api.rest('POST', `/automations/${automation}/activate`)).status).toBe(200);
  expect((await api.rest('POST', `/tags/${await idOf('old')}/merge`, { into: 'new' })).status).toBe(200);
  const where = { teamId: api.teamId };
  const announced = () =>
    Promise.all([api.db.automationSignal.count({ where }), api.db.webhookNotification.count({ where })]);
  expect(await announced()).toEqual([0, 0]);
  const { data } = (await api.rest('GET', `/subscribers/${ann}/activity`)).body;
  expect(data.filter(({ change }: { change?: { type: string } }) => /tagged/.test(change?.type ?? ''))).toEqual([]);
  await api.rest('POST', `/subscribers/${ann}/tags`, { tags: ['other'] });
  expect((await announced())[1]).toBe(1);
});

test('people of a large tag keep it until they have the other, and people tagged during the merge move too', async () => {
  const [{ id: ann }] = (await subscribe(api, list, [{ email: 'ann@tags.test', tags: ['going', 'stays'] }])).data;
  const [{ id: late }] = (await subscribe(api, list, [{ email: 'late@tags.test' }])).data;
  const tags = await api.db.tag.findMany({ where: { teamId: api.teamId } });
  const going = tags.find(({ name }) => name === 'going')!;
  await api.db.$executeRaw`
    with keys as (select gen_random_uuid() as key, n from generate_series(1, ${TAGGED}::int) n),
    people as (insert into people (team_id, key, email) select ${api.teamId}::int, key, 'p' || n || '@tags.test' from keys)
    insert into subscribers (team_id, id, list_id, person_key, email, status, tag_ids)
    select ${api.teamId}::int, gen_random_uuid(), ${list}::uuid, key, 'p' || n || '@tags.test', 'subscribed',
           array[${going.id}::int] from keys`;
  const count = async (tag: string) =>
    (await api.rest('GET', `/lists/${list}/subscribers?tag=${tag}&per_page=1`)).body.meta.total;
  expect((await api.rest('POST', `/tags/${going.publicId}/merge`, { into: 'stays' })).status).toBe(200);
  expect([await count('going'), await count('stays')]).toEqual([TAGGED + 1 - 1_000, 1_000 + (await annMoved())]);
  await api.rest('POST', `/subscribers/${late}/tags`, { tags: ['going'] });
  expect((await api.rest('POST', `/tags/${going.publicId}/merge`, { into: 'stays' })).status).toBe(200);
  worker = startJobs(api.installation);
  await until(async () => (await api.rest('GET', `/tags/${going.publicId}`)).status === 404);
  expect([await count('going'), await count('stays')]).toEqual([0, TAGGED + 2]);
  expect(await tagsOf(ann)).toEqual(['stays']);
  expect(await tagsOf(late)).toEqual(['stays']);

  /** She has both from the beginning: one more has the tag that stays, unless she is among the first thousand. */
  async function annMoved() {
    return (await tagsOf(ann)).includes('going') ? 1 : 0;
  }
});

test('a tag can only be merged into another tag of the same team', async () => {
  const other = await openTeam(testApp);
  await other.rest('POST', '/tags', { name: 'theirs' });
  await api.rest('POST', '/tags', { name: 'mine' });
  const mine = await idOf('mine');
  for (const [into, said] of [
    ['theirs', 'The into field must name another tag of the team.'],
    ['MINE', 'The into field must name another tag of the team.'],
    ['', expect.stringContaining('into')],
  ]) {
    const { status, body } = await api.rest('POST', `/tags/${mine}/merge`, { into });
    expect([into, status, body.errors]).toEqual([into, 422, { into: [said] }]);
  }
  expect((await other.rest('POST', `/tags/${mine}/merge`, { into: 'theirs' })).status).toBe(404);
  expect((await api.rest('GET', `/tags/${mine}`)).status).toBe(200);
});
