import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { CART, make, makeAutomation, putRuns, readAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

const put = (id: string, body: object) => api.rest('PUT', `/automations/${id}`, body);
const versionOf = async (run: string) => (await api.rest('GET', `/automation-runs/${run}`)).body.data.version;
const DAY = { id: 'hour', type: 'wait', for: 'P1D' };

/** One that is active, with a person at its first step. */
async function underWay() {
  const id = await makeAutomation(api, { list });
  await make(api, id, 'activate');
  const [run] = await putRuns(api, list, id, 'hour');
  return { id, run: run as string };
}

test('a change of what is active is a new version, and people under way stay on theirs', async () => {
  const { id, run } = await underWay();
  const changed = (await put(id, { steps: [DAY] })).body.data;
  expect(changed).toMatchObject({ status: 'active', version: 2, steps: [DAY], trigger: { name: 'cart.abandoned' } });
  expect(await versionOf(run)).toBe(1);
  await make(api, id, 'pause');
  expect((await put(id, { entry: { again: 'always' } })).body.data).toMatchObject({ status: 'paused', version: 3 });
  expect(await versionOf(run)).toBe(1);
});

test('what changes nothing of the definition is no new version', async () => {
  const { id } = await underWay();
  expect((await put(id, { name: 'Other', steps: CART.steps })).body.data).toMatchObject({ name: 'Other', version: 1 });
});

test('move_runs moves people whose step is still there, and no others', async () => {
  const { id, run } = await underWay();
  const mail = { id: 'mail', type: 'send', template: 'Issue' };
  expect((await put(id, { steps: [{ id: 'hour', type: 'exit' }], move_runs: true })).body.data.version).toBe(2);
  expect(await versionOf(run), 'of another type it is another step').toBe(1);
  await put(id, { steps: [mail], move_runs: true });
  expect(await versionOf(run)).toBe(1);
  expect((await put(id, { steps: [mail, DAY], move_runs: true })).body.data.version).toBe(4);
  expect(await versionOf(run)).toBe(4);
  await api.rest('POST', `/automation-runs/${run}/exit`);
  await put(id, { steps: [DAY], move_runs: true });
  expect(await versionOf(run), 'what has ended stays where it ended').toBe(4);
});

test('move_runs takes ten thousand people along', async () => {
  const id = await makeAutomation(api, { list });
  await make(api, id, 'activate');
  const runs = await putRuns(api, list, id, 'hour', 10_000);
  await put(id, { steps: [DAY], move_runs: true });
  expect(await api.db.automationRun.count({ where: { automationId: id, version: 2 } })).toBe(runs.length);
});

test('the list stays once it was activated, and what is wrong changes nothing', async () => {
  const { id } = await underWay();
  const other = await makeList(api);
  const { status, body } = await put(id, { list: other, steps: [DAY], move_runs: 'yes' });
  expect([status, body.errors]).toEqual([
    422,
    {
      list: ['The list field can be changed only while the automation is a draft.'],
      move_runs: ['The move_runs field must be true or false.'],
    },
  ]);
  expect((await put(id, { name: 'Same', list })).status).toBe(200);
  expect(await readAutomation(api, id)).toMatchObject({ version: 1, list, steps: CART.steps });
});

test('of changes at the same moment each is a version of its own', async () => {
  const { id } = await underWay();
  const hours = [2, 3, 4, 5, 6];
  const answers = await Promise.all(hours.map((n) => put(id, { steps: [{ ...DAY, for: `PT${n}H` }] })));
  expect(answers.map(({ body }) => body.data.version).sort()).toEqual([2, 3, 4, 5, 6]);
  expect((await readAutomation(api, id)).version).toBe(6);
});
