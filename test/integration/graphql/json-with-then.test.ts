import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());

const STEPS = [
  {
    ...{ id: 'vip', type: 'condition' },
    if: { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] },
    then: [{ id: 'mail', type: 'send', template: 'Issue' }],
    else: [],
  },
];

test('automation steps are read with their contents, by GraphQL as by REST', async () => {
  const id = await makeAutomation(api, { steps: STEPS });
  const { body } = await api.graphql('query ($id: ID!) { automation(id: $id) { steps } }', { id });
  expect(body).toEqual({ data: { automation: { steps: STEPS } } });
  const { body: inRest } = await api.rest('GET', `/automations/${id}`);
  expect(inRest.data.steps).toEqual(STEPS);
});

test('an event may have a property called then', async () => {
  const properties = { then: 'what', more: { then: [1] } };
  const { body } = await api.rest('POST', '/events', { email: 'ada@people.test', name: 'asked', properties });
  const { body: read } = await api.graphql('query ($id: ID!) { event(id: $id) { properties } }', { id: body.data.id });
  expect(read).toEqual({ data: { event: { properties } } });
});
