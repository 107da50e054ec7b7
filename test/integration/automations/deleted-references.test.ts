import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { changeStatus, listeners, makeAutomation, readAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const made = async (path: string, body: object) => (await api.rest('POST', path, body)).body.data.id as string;
const remove = async (path: string) => expect((await api.rest('DELETE', path)).status).toBe(204);
const warnings = async (id: string) => (await readAutomation(api, id)).warnings;
const exit = { id: 'end', type: 'exit' };

/** Active and without warnings. */
async function active(input: object) {
  const id = await makeAutomation(api, { list, trigger: { type: 'api' }, ...input });
  await changeStatus(api, id, 'activate');
  expect(await warnings(id)).toEqual([]);
  return id;
}

test('a deleted template is reported with its path, and an automation that refers to it cannot be activated again', async () => {
  const template = await made('/templates', { ...TEMPLATE, name: 'Cart' });
  const id = await active({ steps: [exit, { id: 'mail', type: 'send', template: 'Cart' }] });
  await remove(`/templates/${template}`);
  const message = 'The steps.1.template field must be the name or id of a template.';
  expect(await warnings(id)).toEqual([{ path: 'steps.1.template', message }]);
  expect((await readAutomation(api, id)).status).toBe('active');
  await changeStatus(api, id, 'pause');
  expect((await api.rest('POST', `/automations/${id}/activate`)).body.errors).toEqual({
    'steps.1.template': [message],
  });
  expect((await api.rest('PUT', `/automations/${id}`, { name: 'Still has a name' })).status).toBe(200);
  await made('/templates', { ...TEMPLATE, name: 'Cart' });
  expect(await warnings(id)).toEqual([]);
});

test('a deleted segment is reported, in a trigger and in a condition', async () => {
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  const segment = await made(`/lists/${list}/segments`, { name: 'S', conditions });
  const group = { operator: 'and', rules: [{ type: 'segment', operator: 'in', value: segment }] };
  const steps = [{ type: 'condition', if: group, then: [exit] }];
  const id = await active({
    trigger: { type: 'segment_entered', segment },
    exits: [{ type: 'segment', if: group }],
    steps,
  });
  await remove(`/segments/${segment}`);
  expect((await warnings(id)).map(({ path }: { path: string }) => path)).toEqual([
    ...['exits.0.if.rules.0.value', 'steps.0.if.rules.0.value', 'trigger.segment'],
  ]);
});

test('a deleted tag is reported, and is created again when the automation is saved', async () => {
  const id = await active({ trigger: { type: 'tag_added', tag: 'Gold' }, steps: [exit] });
  const { data } = (await api.rest('GET', '/tags')).body;
  const before = await listeners(api, id);
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Gold']);
  await remove(`/tags/${data[0].id}`);
  const message =
    'The tag "Gold" does not exist. It is created when the automation is activated, or saved while active.';
  expect(await warnings(id)).toEqual([{ path: 'trigger.tag', message }]);
  await api.rest('PUT', `/automations/${id}`, { name: 'Saved' });
  expect(await warnings(id)).toEqual([]);
  expect(await listeners(api, id)).not.toEqual(before);
});

test('a deleted list is reported, even in a step that subscribes to it', async () => {
  const [own, other] = [await makeList(api), await makeList(api)];
  const id = await active({ list: own, trigger: { type: 'subscribed' }, steps: [{ type: 'subscribe', list: other }] });
  await remove(`/lists/${other}`);
  await remove(`/lists/${own}`);
  expect(await warnings(id)).toEqual([
    { path: 'list', message: 'The list field must be the id of a list.' },
    { path: 'steps.0.list', message: 'The steps.0.list field must be the id of a list.' },
  ]);
  const { data } = (await api.graphql('query ($id: ID!) { automation(id: $id) { listId list { id } } }', { id })).body;
  expect(data.automation).toEqual({ listId: own, list: null });
});

test('a contact field that was deleted or changed its type is reported', async () => {
  await made('/fields', { key: 'birthday', type: 'date' });
  const until = { type: 'wait', until_attribute: 'birthday' };
  const id = await active({ trigger: { type: 'date', field: 'birthday' }, steps: [until] });
  await remove('/fields/birthday');
  const message =
    'The contact field "birthday" does not exist. People have no date until you create it with type date.';
  expect(await warnings(id)).toEqual([
    { path: 'trigger.field', message },
    { path: 'steps.0.until_attribute', message },
  ]);
  await made('/fields', { key: 'birthday', type: 'number' });
  expect((await warnings(id)).map(({ path }: { path: string }) => path)).toEqual([
    'trigger.field',
    'steps.0.until_attribute',
  ]);
});

test('an event that was never recorded is reported until it occurs, and archived automations report nothing', async () => {
  const exits = [{ type: 'event', name: 'bought' }];
  const id = await makeAutomation(api, { trigger: { type: 'event', name: 'seen' }, exits, steps: [exit] });
  const paths = async () => (await warnings(id)).map(({ path }: { path: string }) => path);
  expect(await paths()).toEqual(['trigger.name', 'exits.0.name']);
  await api.rest('POST', '/events', { email: 'ann@people.test', name: 'seen' });
  expect(await paths()).toEqual(['exits.0.name']);
  await changeStatus(api, id, 'archive');
  expect(await paths()).toEqual([]);
});

test('the warnings and counts of a page cost as many statements as those of one automation', async () => {
  const costs = async () => (await api.statements(() => api.rest('GET', '/automations?per_page=100'))).length;
  const group = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['Gold'] }] };
  const makeOne = async (name: string) => {
    const steps = [
      { type: 'condition', if: group },
      { type: 'subscribe', list },
    ];
    await makeAutomation(api, { list: await makeList(api), trigger: { type: 'event', name }, steps });
  };
  await makeOne('first');
  const before = await costs();
  for (let count = 0; count < 10; count++) await makeOne(`e${count}`);
  expect(await costs()).toBe(before);
});
