import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { changeStatus, insertRuns, listeners, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

const waitFor = (name: string, then: object[] = []) => ({
  id: name,
  type: 'wait_for',
  event: { name },
  timeout: 'P1D',
  then,
});
const change = async (id: string, body: object) => {
  const answer = await api.rest('PUT', `/automations/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};

test('listens to its trigger, its exits and its waits at any depth, from activation until it is archived', async () => {
  const exits = [{ type: 'event', name: 'order' }];
  const steps = [
    waitFor('a', [
      {
        type: 'split',
        branches: [
          { name: 'x', percent: 50, steps: [waitFor('b')] },
          { name: 'y', percent: 50 },
        ],
      },
    ]),
  ];
  const id = await makeAutomation(api, { exits, steps });
  expect(await listeners(api, id)).toEqual([]);
  const all = ['event a', 'event b', 'event cart.abandoned', 'event order', 'left'];
  await changeStatus(api, id, 'activate');
  expect(await listeners(api, id)).toEqual(all);
  await changeStatus(api, id, 'pause');
  expect(await listeners(api, id)).toEqual(all);
  await changeStatus(api, id, 'archive');
  expect(await listeners(api, id)).toEqual([]);
});

test('a deleted automation listens to nothing', async () => {
  const id = await makeAutomation(api, { steps: [waitFor('a')] });
  await changeStatus(api, id, 'activate');
  await changeStatus(api, id, 'pause');
  await api.rest('DELETE', `/automations/${id}`);
  expect(await listeners(api, id)).toEqual([]);
});

test('each trigger listens to its own kind of change', async () => {
  const campaign = await makeCampaign(api, list);
  const template = await api.db.template.findFirstOrThrow();
  const of = async (trigger: object) => {
    const id = await makeAutomation(api, { list, trigger, steps: [{ type: 'exit' }] });
    await changeStatus(api, id, 'activate');
    return (await listeners(api, id)).filter((one) => one !== 'left');
  };
  expect(await of({ type: 'subscribed', imports: true })).toEqual([`subscribed ${list} imports`]);
  expect(await of({ type: 'confirmed' })).toEqual([`confirmed ${list}`]);
  expect(await of({ type: 'unsubscribed' })).toEqual([`unsubscribed ${list}`]);
  expect(await of({ type: 'opened', campaign })).toEqual([`opened ${campaign}`]);
  expect(await of({ type: 'clicked', template: 'Issue' })).toEqual([`clicked ${template.id}`]);
  const tagged = await of({ type: 'tag_added', tag: 'Gold' });
  const tag = await api.db.tag.findFirstOrThrow({ where: { slug: 'gold' } });
  expect([tagged, tag.name]).toEqual([[`tag_added ${tag.id}`], 'Gold']);
  expect(await of({ type: 'tag_removed', tag: 'GOLD' })).toEqual([`tag_removed ${tag.id}`]);
  expect(await of({ type: 'api' })).toEqual([]);
  const date = await makeAutomation(api, {
    trigger: { type: 'date', field: 'subscribed_at' },
    steps: [{ type: 'exit' }],
  });
  await changeStatus(api, date, 'activate');
  expect(await listeners(api, date)).toEqual([`date ${date}`, 'left']);
});

test('a new version keeps the waits of people on an older one, and no longer starts by the old trigger', async () => {
  const id = await makeAutomation(api, { steps: [waitFor('old')] });
  await changeStatus(api, id, 'activate');
  const [run] = await insertRuns(api, list, id, 'old');
  const next = { trigger: { type: 'event', name: 'visited' }, steps: [waitFor('new')] };
  expect((await change(id, next)).version).toBe(2);
  expect(await listeners(api, id)).toEqual(['event new', 'event old', 'event visited', 'left']);
  await api.rest('POST', `/automation-runs/${run}/exit`);
  await change(id, { name: 'Saved again' });
  expect(await listeners(api, id)).toEqual(['event new', 'event visited', 'left']);
});
