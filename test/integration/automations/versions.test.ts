import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { CART, changeStatus, insertRuns, makeAutomation, readAutomation } from '../../support/automations.ts';
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

/** An active automation, with a person at its first step. */
async function underWay() {
  const id = await makeAutomation(api, { list });
  await changeStatus(api, id, 'activate');
  const [run] = await insertRuns(api, list, id, 'hour');
  return { id, run: run as string };
}

test('changing an active automation makes a new version, and people in progress stay on theirs', async () => {
  const { id, run } = await underWay();
  const changed = (await put(id, { steps: [DAY] })).body.data;
  expect(changed).toMatchObject({ status: 'active', version: 2, steps: [DAY], trigger: { name: 'cart.abandoned' } });
  expect(await versionOf(run)).toBe(1);
  await changeStatus(api, id, 'pause');
  expect((await put(id, { entry: { again: 'always' } })).body.data).toMatchObject({ status: 'paused', version: 3 });
  expect(await versionOf(run)).toBe(1);
});

test('an unchanged definition makes no new version', async () => {
  const { id } = await underWay();
  expect((await put(id, { name: 'Other', steps: CART.steps })).body.data).toMatchObject({ name: 'Other', version: 1 });
});

test('move_runs moves people whose step still exists, and no others', async () => {
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

test('move_runs moves ten thousand people', async () => {
  const id = await makeAutomation(api, { list });
  await changeStatus(api, id, 'activate');
  const runs = await insertRuns(api, list, id, 'hour', 10_000);
  await put(id, { steps: [DAY], move_runs: true });
  expect(await api.db.automationRun.count({ where: { automationId: id, version: 2 } })).toBe(runs.length);
});

test('the list is fixed after activation, and invalid input changes nothing', async () => {
  const { id } = await underWay();
  const other = await makeList(api);
  const { status, body } = await put(id, { list: other, steps: [DAY], move_runs: 'yes' });
  expect([status, body.errors]).toEqual([
    422,
    {
      list: ['The list field can only be changed while the automation is a draft.'],
      move_runs: ['The move_runs field must be true or false.'],
    },
  ]);
  expect((await put(id, { name: 'Same', list })).status).toBe(200);
  expect(await readAutomation(api, id)).toMatchObject({ version: 1, list, steps: CART.steps });
});

test('simultaneous changes each make their own version', async () => {
  const { id } = await underWay();
  const hours = [2, 3, 4, 5, 6];
  const answers = await Promise.all(hours.map((n) => put(id, { steps: [{ ...DAY, for: `PT${n}H` }] })));
  expect(answers.map(({ body }) => body.data.version).sort()).toEqual([2, 3, 4, 5, 6]);
  expect((await readAutomation(api, id)).version).toBe(6);
});

test('versions are listed newest first, with the people in progress on each', async () => {
  const { id } = await underWay();
  await put(id, { steps: [DAY] });
  for (const email of ['new1@people.test', 'new2@people.test']) {
    await subscribe(api, list, [{ email }]);
    expect((await api.rest('POST', `/automations/${id}/enter`, { email })).status).toBe(201);
  }
  await put(id, { entry: { again: 'always' } });
  const { body } = await api.rest('GET', `/automations/${id}/versions`);
  expect(body.data.map(({ version, active }: Shown) => [version, active])).toEqual([
    [3, 0],
    [2, 2],
    [1, 1],
  ]);
  const [third, second, first] = body.data;
  expect([first.steps, second.steps, third.steps]).toEqual([CART.steps, [DAY], [DAY]]);
  expect([second.entry.again, third.entry.again]).toEqual(['after_end', 'always']);
  expect(first.trigger).toMatchObject(CART.trigger);
  expect(Date.parse(first.created_at)).toBeLessThanOrEqual(Date.parse(second.created_at));
  expect(body.meta.total).toBe(3);
  const query = `query ($id: ID!) { automation(id: $id) { runs { nodes { version automationVersion { version steps } } } } }`;
  const { nodes } = (await api.graphql(query, { id })).body.data.automation.runs;
  expect(nodes).toHaveLength(3);
  for (const { version, automationVersion } of nodes) {
    expect(automationVersion).toEqual({ version, steps: version === 1 ? CART.steps : [DAY] });
  }
  await api.rest('POST', `/automations/${id}/archive`);
});

test('versions come in pages, forwards and backwards, for several automations at once', async () => {
  const ids = [(await underWay()).id, (await underWay()).id];
  for (const id of ids) for (const days of [2, 3, 4]) await put(id, { steps: [{ ...DAY, for: `P${days}D` }] });
  const query = `query ($after: String, $before: String, $first: Int, $last: Int) { automations(first: 2) { nodes { id
    versions(first: $first, after: $after, last: $last, before: $before) { nodes { version } totalCount
      pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } } }`;
  const read = async (page: object) => {
    const { body } = await api.graphql(query, page);
    const nodes: { id: string; versions: Page }[] = body.data.automations.nodes;
    expect(nodes.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(nodes[0]?.versions).toEqual(nodes[1]?.versions);
    return nodes[0]!.versions;
  };
  const first = await read({ first: 3 });
  expect([first.nodes.map(({ version }) => version), first.totalCount]).toEqual([[4, 3, 2], 4]);
  expect(first.pageInfo.hasNextPage).toBe(true);
  const second = await read({ first: 3, after: first.pageInfo.endCursor });
  expect([second.nodes, second.pageInfo.hasNextPage]).toEqual([[{ version: 1 }], false]);
  const back = await read({ last: 2, before: second.pageInfo.startCursor });
  expect(back.nodes).toEqual([{ version: 3 }, { version: 2 }]);
  const many = await api.rest('GET', `/automations/${ids[0]}/versions?per_page=101`);
  expect(many.status).toBe(422);
});

test('versions of another team are not found', async () => {
  const { id } = await underWay();
  expect((await api.rest('GET', `/automations/${id}/versions`, undefined, { token: api.otherToken })).status).toBe(404);
});

interface Shown {
  version: number;
  active: number;
}

interface Page {
  nodes: { version: number }[];
  totalCount: number;
  pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean };
}
