import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { CART, changeStatus, makeAutomation, readAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

test('a draft has all its fields in normal form, the same in GraphQL', async () => {
  const { steps, ...rest } = CART;
  const { body, status } = await api.rest('POST', '/automations', {
    ...rest,
    list,
    steps: [{ type: 'exit' }, ...steps],
  });
  expect(status).toBe(201);
  const { id } = body.data;
  const normal = {
    trigger: { type: 'event', name: 'cart.abandoned', max_age: 'P1D' },
    entry: { again: 'after_end' },
    exits: [],
    steps: [{ id: expect.stringMatching(/^[a-z2-7]{8}$/), type: 'exit' }, ...steps],
  };
  expect(body.data).toEqual({
    ...{ id, name: 'Cart', status: 'draft', list, ...normal, send_window: null, version: 1, ready_made: null },
    counts: { active: 0, completed: 0, exited: 0, failed: 0 },
    warnings: [{ path: 'trigger.name', message: 'No event "cart.abandoned" has been recorded yet.' }],
    ...{ activated_at: null, created_at: expect.any(String), updated_at: expect.any(String) },
  });
  expect(await readAutomation(api, id)).toEqual(body.data);
  const query = `query ($id: ID!) { automation(id: $id) {
    name status trigger entry exits steps version list { name } counts { active } stepCounts { step } warnings { message }
    runs { totalCount } } }`;
  expect((await api.graphql(query, { id })).body.data.automation).toEqual({
    ...{ name: 'Cart', status: 'DRAFT', ...body.data, ...normal, steps: body.data.steps, list: { name: 'News' } },
    ...{
      id: undefined,
      ready_made: undefined,
      send_window: undefined,
      activated_at: undefined,
      created_at: undefined,
      updated_at: undefined,
    },
    ...{ counts: { active: 0 }, stepCounts: [], runs: { totalCount: 0 } },
    ...{ status: 'DRAFT', warnings: [{ message: body.data.warnings[0].message }] },
  });
});

test('an automation is created and changed in GraphQL as in REST', async () => {
  const create = `mutation ($input: CreateAutomationInput!) { createAutomation(input: $input) { automation { id listId steps } } }`;
  const input = { name: 'Two', listId: list, trigger: { type: 'api' }, steps: [{ id: 'a', type: 'exit' }] };
  const { id, ...made } = (await api.graphql(create, { input })).body.data.createAutomation.automation;
  expect(made).toEqual({ listId: list, steps: [{ id: 'a', type: 'exit' }] });
  const update = `mutation ($input: UpdateAutomationInput!) { updateAutomation(input: $input) { automation { name version } } }`;
  const changed = await api.graphql(update, { input: { id, name: 'Three', exits: [] } });
  expect(changed.body.data.updateAutomation.automation).toEqual({ name: 'Three', version: 1 });
  const wrong = { ...input, steps: [{ type: 'wait', for: 'PT1S' }] };
  const { errors } = (await api.graphql(create, { input: wrong })).body;
  expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['steps', '0', 'for'] }] });
});

test('lists page by status and list, newest first', async () => {
  const other = await makeList(api);
  const first = await makeAutomation(api, { list: other });
  const second = await makeAutomation(api, { list: other });
  await changeStatus(api, first, 'activate');
  const ids = async (query: string) =>
    (await api.rest('GET', `/automations?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids(`list=${other}`)).toEqual([second, first]);
  expect(await ids(`list=${other}&status=active`)).toEqual([first]);
  expect(await ids(`list=${other}&status=draft&per_page=1`)).toEqual([second]);
  const { status, body } = await api.rest('GET', '/automations?status=going');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['status']]);
});

test('a draft changes in place: absent keys stay, and null resets', async () => {
  const exits = [{ type: 'event', name: 'order', goal: true }];
  const id = await makeAutomation(api, { list, exits, entry: { again: 'never' } });
  const change = async (body: object) => (await api.rest('PUT', `/automations/${id}`, body)).body.data;
  expect(await change({ name: 'New' })).toMatchObject({
    name: 'New',
    exits,
    entry: { again: 'never' },
    list,
    version: 1,
  });
  expect(await change({ exits: null, entry: null, list: null })).toMatchObject({
    ...{ exits: [], entry: { again: 'after_end' }, list: null, steps: CART.steps, version: 1 },
  });
  const { status, body } = await api.rest('PUT', `/automations/${id}`, { steps: [{ type: 'exit' }], lst: list });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['lst']]);
  expect(await readAutomation(api, id)).toMatchObject({ steps: CART.steps });
});

test('an automation goes from draft to active, paused, active again and archived, and other transitions return 409', async () => {
  const id = await makeAutomation(api);
  const refused = async (action: string) => {
    const { status, body } = await api.rest('POST', `/automations/${id}/${action}`);
    return [status, body.message];
  };
  expect(await refused('pause')).toEqual([409, 'The automation is not active.']);
  const active = await changeStatus(api, id, 'activate');
  expect([active.status, typeof active.activated_at]).toEqual(['active', 'string']);
  expect(await refused('activate')).toEqual([409, 'The automation is not a draft or paused.']);
  expect((await api.rest('DELETE', `/automations/${id}`)).body.message).toBe(
    'The automation is active. Pause or archive it first.',
  );
  expect((await changeStatus(api, id, 'pause')).status).toBe('paused');
  expect((await changeStatus(api, id, 'activate')).status).toBe('active');
  expect((await changeStatus(api, id, 'archive')).status).toBe('archived');
  expect(await refused('activate')).toEqual([409, 'The automation is not a draft or paused.']);
  expect(await refused('archive')).toEqual([409, 'The automation is not a draft, active or paused.']);
  expect((await api.rest('PUT', `/automations/${id}`, { name: 'x' })).status).toBe(409);
  expect((await api.rest('DELETE', `/automations/${id}`)).status).toBe(204);
  expect((await api.rest('GET', `/automations/${id}`)).status).toBe(404);
  expect((await api.rest('DELETE', `/automations/${id}`)).status).toBe(404);
});

test('a copy is a draft with the same definition, from any status', async () => {
  const id = await makeAutomation(api, { list, name: 'x'.repeat(255) });
  await changeStatus(api, id, 'activate');
  const { status, body } = await api.rest('POST', `/automations/${id}/duplicate`);
  expect([status, body.data.status, body.data.version]).toEqual([201, 'draft', 1]);
  expect(body.data).toMatchObject({ name: `Copy of ${'x'.repeat(247)}`, list, steps: CART.steps, activated_at: null });
  expect(body.data.id).not.toBe(id);
});

test('a read token changes nothing', async () => {
  const id = await makeAutomation(api);
  for (const action of ['activate', 'archive', 'duplicate']) {
    expect((await api.rest('POST', `/automations/${id}/${action}`, {}, { token: api.readToken })).status).toBe(403);
  }
  expect((await api.rest('PUT', `/automations/${id}`, { name: 'x' }, { token: api.readToken })).status).toBe(403);
  expect((await api.rest('GET', `/automations/${id}`, undefined, { token: api.readToken })).status).toBe(200);
  expect(await readAutomation(api, id)).toMatchObject({ status: 'draft', name: 'Cart' });
});

test('an automation of another team, or a missing one, is not found', async () => {
  const id = await makeAutomation(api);
  const theirs = { token: api.otherToken };
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', { name: 'x' }],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['POST', '/duplicate'],
    ['GET', '/runs'],
  ] as const) {
    expect((await api.rest(method, `/automations/${id}${path}`, body, theirs)).status).toBe(404);
    expect((await api.rest(method, `/automations/${UNKNOWN_ID}${path}`, body)).status).toBe(404);
  }
  expect((await api.rest('GET', '/automations', undefined, theirs)).body.data).toEqual([]);
});
