import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation, readAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

async function active(input: object = {}) {
  const id = await makeAutomation(api, { list, trigger: { type: 'api' }, ...input });
  await changeStatus(api, id, 'activate');
  return id;
}

const enter = (id: string, body: object) => api.rest('POST', `/automations/${id}/enter`, body);

test('a person can be added manually, with properties, even at a later step', async () => {
  const id = await active();
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  const { status, body } = await enter(id, {
    email: 'Ann@people.test',
    properties: { items: ['boots'] },
    at_step: 'mail',
  });
  expect([status, body.data.email, body.data.state]).toEqual([201, 'ann@people.test', 'active']);
  expect(body.data.event).toMatchObject({ name: 'api', properties: { items: ['boots'] } });
  expect((await readAutomation(api, id)).counts).toMatchObject({ active: 1 });
  const { data } = (await api.rest('GET', `/automations/${id}/runs?email=ann@people.test`)).body;
  expect(data).toEqual([body.data]);
});

test('people excluded by the entry rules are reported with the reason', async () => {
  const id = await active();
  expect((await enter(id, { email: 'bea@people.test' })).status).toBe(201);
  const again = await enter(id, { email: 'bea@people.test' });
  expect([again.status, again.body]).toEqual([200, { data: null, meta: { reason: 'again' } }]);
  const mutation = `mutation ($input: EnterAutomationInput!) { enterAutomation(input: $input) { automationRun { id } refusal } }`;
  const { data } = (await api.graphql(mutation, { input: { id, email: 'bea@people.test' } })).body;
  expect(data.enterAutomation).toEqual({ automationRun: null, refusal: 'NO_RE_ENTRY' });
});

test('a person with twenty runs and one failure within a day cannot enter again, with the reason too_often', async () => {
  const id = await active({ entry: { again: 'always' } });
  const enterOnce = async () => (await enter(id, { email: 'oft@people.test' })).body;
  for (let time = 0; time < 20; time++) expect((await enterOnce()).data.state).toBe('active');
  expect((await enterOnce()).data).toMatchObject({ state: 'failed', last_error: expect.stringContaining('20 times') });
  expect(await enterOnce()).toEqual({ data: null, meta: { reason: 'too_often' } });
  const { body } = await api.rest('POST', `/automations/${id}/simulate`, { email: 'oft@people.test' });
  expect(body.data).toMatchObject({ ended_as: 'not_entered', reason: 'too_often' });
});

test('errors are reported, an erased person is refused, and only an active automation accepts people', async () => {
  const id = await active();
  const errors = async (body: object) => Object.keys((await enter(id, body)).body.errors);
  expect(await errors({})).toEqual(['email']);
  expect(await errors({ email: 'x', properties: 7 })).toEqual(['email', 'properties']);
  expect(await errors({ email: 'cy@people.test', at_step: 'none' })).toEqual(['at_step']);
  expect(await errors({ email: 'cy@people.test', step: 'hour' })).toEqual(['step']);
  await api.rest('POST', '/people/erase', { email: 'dee@people.test' });
  const erased = await enter(id, { email: 'dee@people.test' });
  expect([erased.status, Object.keys(erased.body.errors)]).toEqual([422, ['email']]);
  await changeStatus(api, id, 'pause');
  expect((await enter(id, { email: 'cy@people.test' })).status).toBe(409);
  const read = await api.rest('POST', `/automations/${id}/enter`, {}, { token: api.readToken });
  const theirs = await api.rest('POST', `/automations/${id}/enter`, {}, { token: api.otherToken });
  expect([read.status, theirs.status]).toEqual([403, 404]);
});
