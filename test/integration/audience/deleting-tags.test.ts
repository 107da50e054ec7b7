import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { all, makeSegment } from '../../support/segments.ts';
import { until } from '../../support/until.ts';

const TAGGED = 2_500;

let api: TestApp;
let list: string;
let worker: RunningJobs | undefined;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(async () => {
  await worker?.stop();
  await api.close();
});

test('a tag of many people disappears at once, and a worker removes it from their rows', async () => {
  const [{ id: ann }] = (await subscribe(api, list, [{ email: 'ann@tags.test', tags: ['going', 'stays'] }])).data;
  const tags = await api.db.tag.findMany({ where: { teamId: api.teamId } });
  const going = tags.find(({ name }) => name === 'going')!;
  const stays = tags.find(({ name }) => name === 'stays')!;
  await api.db.$executeRaw`
    with keys as (select gen_random_uuid() as key, n from generate_series(1, ${TAGGED}::int) n),
    people as (insert into people (team_id, key, email) select ${api.teamId}::int, key, 'p' || n || '@tags.test' from keys)
    insert into subscribers (team_id, id, list_id, person_key, email, status, tag_ids)
    select ${api.teamId}::int, gen_random_uuid(), ${list}::uuid, key, 'p' || n || '@tags.test', 'subscribed',
           array[${stays.id}::int, ${going.id}::int] from keys`;
  const segment = await makeSegment(api, list, all({ type: 'tags', operator: 'has_any', value: ['going'] }));
  expect(segment.subscribers_count).toBe(TAGGED + 1);

  expect((await api.rest('DELETE', `/tags/${going.publicId}`)).status).toBe(204);
  const holding = () => api.db.subscriber.count({ where: { listId: list, tagIds: { has: going.id } } });
  expect(await holding()).toBeGreaterThan(0);
  await expectNoTrace();
  worker = startJobs(api.installation);
  await until(async () => (await holding()) === 0);
  await expectNoTrace();
  expect(await api.db.subscriber.count({ where: { listId: list, tagIds: { equals: [stays.id] } } })).toBe(TAGGED + 1);

  async function expectNoTrace() {
    expect((await api.rest('GET', `/subscribers/${ann}`)).body.data.tags).toEqual(['stays']);
    const shown = await api.rest('GET', `/lists/${list}/subscribers?per_page=100`);
    expect(new Set(shown.body.data.map(({ tags }: { tags: string[] }) => tags.join()))).toEqual(new Set(['stays']));
    expect((await api.rest('GET', `/lists/${list}/subscribers?tag=going`)).body.meta.total).toBe(0);
    expect((await api.rest('GET', `/segments/${segment.id}`)).body.data.subscribers_count).toBe(0);
    const named = (await api.rest('GET', '/tags')).body.data.map(({ name }: { name: string }) => name);
    expect(named).toEqual(['stays']);
  }
});

test('a new tag with the name of a deleted one starts without people', async () => {
  await subscribe(api, list, [{ email: 'bob@tags.test', tags: ['again'] }]);
  const first = (await api.rest('GET', '/tags')).body.data.find(({ name }: { name: string }) => name === 'again');
  await api.rest('DELETE', `/tags/${first.id}`);
  const second = await api.rest('POST', '/tags', { name: 'again' });
  expect(second.body.data).toMatchObject({ subscribers_count: 0 });
  expect(second.body.data.id).not.toBe(first.id);
});
