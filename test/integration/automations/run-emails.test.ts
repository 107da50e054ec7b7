import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { runAutomations } from '../../support/run-automations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

const STEPS = [
  { id: 'seen', type: 'add_tags', tags: ['seen'] },
  { id: 'mail', type: 'send', template: TEMPLATE.name },
  { id: 'receipt', type: 'send', template: TEMPLATE.name, transactional: true },
];

/** Takes a person through all steps; returns the run. */
async function whoWentThrough(automation: string, email: string): Promise<string> {
  await subscribe(api, list, [{ email }]);
  return (await api.rest('POST', `/automations/${automation}/enter`, { email })).body.data.id;
}

test('a run lists the e-mail that each of its steps sent to its own person', async () => {
  const automation = await makeAutomation(api, { list, trigger: { type: 'api' }, steps: STEPS });
  await changeStatus(api, automation, 'activate');
  const runs = [
    await whoWentThrough(automation, 'ann@people.test'),
    await whoWentThrough(automation, 'bob@people.test'),
  ];
  await runAutomations(api);
  const read = async (run: string) => (await api.rest('GET', `/automation-runs/${run}`)).body.data.steps;
  const [ann, bob] = [await read(runs[0]!), await read(runs[1]!)];
  const id = expect.any(String);
  expect(ann).toMatchObject([
    { step: 'seen', message: null, mail: null },
    { step: 'mail', message: id, mail: null },
    { step: 'receipt', message: null, mail: id },
  ]);
  expect([bob[1].message, bob[2].mail]).not.toEqual([ann[1].message, ann[2].mail]);
  const { body } = await api.graphql(
    `query ($id: ID!) { automationRun(id: $id) { steps { step message { id recipient automationStep } transactionalMail { id } } } }`,
    { id: runs[0] },
  );
  expect(body.data.automationRun.steps).toEqual([
    { step: 'seen', message: null, transactionalMail: null },
    {
      step: 'mail',
      message: { id: ann[1].message, recipient: 'ann@people.test', automationStep: 'mail' },
      transactionalMail: null,
    },
    { step: 'receipt', message: null, transactionalMail: { id: ann[2].mail } },
  ]);
});
