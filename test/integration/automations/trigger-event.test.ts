import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { runAutomations } from '../../support/run-automations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

test('a condition on the event that started the run leads each person to the right branch', async () => {
  const rules = [{ type: 'trigger_event', property: 'total', operator: 'gt', value: 100 }];
  const steps = [{ id: 'rich', type: 'condition', if: { operator: 'and', rules } }];
  const id = await makeAutomation(api, { list, trigger: { type: 'api' }, steps });
  await changeStatus(api, id, 'activate');
  const people = {
    'a@people.test': { total: 150 },
    'b@people.test': { total: 50 },
    'c@people.test': { total: 'much' },
  };
  await subscribe(
    api,
    list,
    [...Object.keys(people), 'd@people.test'].map((email) => ({ email })),
  );
  for (const [email, properties] of Object.entries(people)) {
    await api.rest('POST', `/automations/${id}/enter`, { email, properties });
  }
  await api.rest('POST', `/automations/${id}/enter`, { email: 'd@people.test' });
  await runAutomations(api);
  const branch = async (email: string) => {
    const { data } = (await api.rest('GET', `/automations/${id}/runs?email=${email}`)).body;
    return (await api.rest('GET', `/automation-runs/${data[0].id}`)).body.data.steps[0].branch;
  };
  const taken = [];
  for (const email of [...Object.keys(people), 'd@people.test']) taken.push(await branch(email));
  expect(taken).toEqual(['then', 'else', 'else', 'else']);
});
