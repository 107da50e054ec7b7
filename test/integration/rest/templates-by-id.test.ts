import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeAutomation, readAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
let id: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  id = (await made('/templates', { ...TEMPLATE, name: 'Welcome' })).id;
});
afterAll(() => api.close());

async function made(path: string, body: object) {
  const { status, body: answer } = await api.rest('POST', path, body);
  expect([path, status, answer.errors]).toEqual([path, 201, undefined]);
  return answer.data;
}

const MAIL = { to: ['ada@people.test'], from: 'shop@shop.test' };
const PROBLEM = 'must be the name or id of a template.';

test('an e-mail is sent from a template by its id, and shows its name', async () => {
  const mail = await made('/transactional-mails', { ...MAIL, template: id.toUpperCase() });
  expect(mail).toMatchObject({ template: 'Welcome' });
  const { transactionalMails: found } = await ask(
    api,
    `{ transactionalMails(template: "${id}") { nodes { id templateId template: templateName } } }`,
  );
  expect(found.nodes).toEqual([{ id: mail.id, templateId: id, template: 'Welcome' }]);
});

test('a template with the form of an id as its name is found by that name first', async () => {
  const named = await made('/templates', { ...TEMPLATE, name: id });
  expect(await made('/transactional-mails', { ...MAIL, template: id })).toMatchObject({ template: id });
  expect((await api.rest('DELETE', `/templates/${named.id}`)).status).toBe(204);
});

test('a campaign and its variants take templates by their ids', async () => {
  const test = {
    variants: [{ name: 'A' }, { name: 'B', template: id, subject: 'B' }],
    sample_percent: 100,
    by: 'opens',
  };
  const campaign = await made('/campaigns', { name: 'C', list, template: id, test });
  expect(campaign).toMatchObject({ template: 'Welcome', test: { variants: [{}, { template: 'Welcome' }] } });
});

test('an automation keeps the names of templates that it got by id', async () => {
  const rule = (value: unknown) => ({ type: 'transactional', operator: 'opened', value });
  const automation = await makeAutomation(api, {
    list,
    trigger: { type: 'opened', template: id },
    entry: { if: { operator: 'and', rules: [rule(id), rule({ template: id, within_days: 3 })] } },
    steps: [
      { id: 'mail', type: 'send', template: id },
      { id: 'hook', type: 'webhook', url: 'https://shop.test/hook', body: { template: id } },
    ],
  });
  expect(await readAutomation(api, automation)).toMatchObject({
    trigger: { template: 'Welcome' },
    entry: { if: { rules: [rule('Welcome'), rule({ template: 'Welcome', within_days: 3 })] } },
    steps: [{ template: 'Welcome' }, { body: { template: id } }],
    warnings: [],
  });
  const { uses } = (await api.rest('GET', `/templates/${id}/uses`)).body.data;
  expect(uses).toContainEqual(expect.objectContaining({ kind: 'automation', id: automation }));
});

test('a segment keeps the name of a template that it got by id, also with types', async () => {
  const conditions = { operator: 'and', rules: [{ type: 'transactional', operator: 'clicked', value: id }] };
  expect(await made(`/lists/${list}/segments`, { name: 'S', conditions })).toMatchObject({
    conditions: { rules: [{ value: 'Welcome' }] },
  });
  expect((await api.rest('POST', `/lists/${list}/segments/preview`, { conditions })).status).toBe(200);
  const { createSegment } = await ask(
    api,
    `mutation { createSegment(input: { listId: "${list}", name: "T", typedConditions: {
      operator: AND, rules: [{ transactional: { opened: { template: "${id}" } } }] } }) { segment { conditions } } }`,
  );
  expect(createSegment.segment.conditions.rules).toEqual([
    { type: 'transactional', operator: 'opened', value: 'Welcome' },
  ]);
});

test('an unknown id is refused where it was sent, and another team has no such template', async () => {
  const unknown = newId();
  const refusals = [
    ['/transactional-mails', { ...MAIL, template: unknown }, 'template'],
    ['/campaigns', { name: 'C', list, template: unknown }, 'template'],
    [
      '/automations',
      { name: 'A', list, trigger: { type: 'api' }, steps: [{ type: 'send', template: unknown }] },
      'steps.0.template',
    ],
  ] as const;
  for (const [path, body, field] of refusals) {
    const { body: answer } = await api.rest('POST', path, body);
    expect(answer.errors).toEqual({ [field]: [`The ${field} field ${PROBLEM}`] });
  }
  const { body } = await api.rest('POST', '/transactional-mails', { ...MAIL, template: id }, { token: api.otherToken });
  expect(Object.keys(body.errors)).toEqual(['template']);
  const { extensions } = await fail(
    api,
    `mutation { createAutomation(input: { name: "A", definition: { trigger: { api: true }, steps: [{ send: { template: "${unknown}" } }] } }) { automation { id } } }`,
  );
  expect(extensions.issues).toMatchObject([
    { path: ['definition', 'steps', '0', 'send', 'template'], code: 'NOT_FOUND', problem: expect.any(String) },
  ]);
});
