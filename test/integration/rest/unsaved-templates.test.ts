import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let issue: string;
beforeAll(async () => {
  api = await openTestApp();
  issue = (await api.rest('POST', '/templates', TEMPLATE)).body.data.id;
});
afterAll(() => api.close());

const preview = (input: object) => api.rest('POST', '/templates/preview', input);

test('unsaved content is compiled and rendered for a person', async () => {
  const list = await makeList(api, { name: 'Readers' });
  await subscribe(api, list, [{ email: 'zoe@people.test', first_name: 'Zoë' }]);
  const input = { editor: 'markdown', subject: 'For {{ subscriber.first_name }}', content: '# Hi {{ greeting }}' };
  const before = (await api.rest('GET', '/templates')).body;
  const { status, body } = await preview({ ...input, email: 'zoe@people.test', variables: { greeting: 'you' } });
  expect([status, body.data.subject, body.data.text]).toEqual([200, 'For Zoë', 'Hi you']);
  expect(body.data.warnings).toEqual([]);
  expect((await preview(input)).body.data.warnings).toEqual(['The variable greeting has no value.']);
  const query =
    'query ($input: PreviewTemplateInput!) { previewTemplate(input: $input) { subject html text warnings { message } } }';
  const { previewTemplate } = await ask(api, query, {
    input: { ...input, editor: 'MARKDOWN', email: 'zoe@people.test', variables: { greeting: 'you' } },
  });
  expect(previewTemplate).toEqual(body.data);
  expect((await api.rest('GET', '/templates')).body).toEqual(before);
});

test('content that does not compile is refused with its location', async () => {
  for (const [input, field, place] of [
    [{ editor: 'html', content: '<p>\n{% if a %}</p>' }, 'content', /line 2, column 1/],
    [{ editor: 'mjml', content: '<mjml><mj-body>\n<mj-nothing/></mj-body></mjml>' }, 'content', /line 2/],
    [{ editor: 'html', content: 'x', subject: 'Hi {{ a | nothing }}' }, 'subject', /line 1, column 4/],
    [{ editor: 'blocks', content: '{"blocks":[{"type":"image","alt":""}]}' }, 'content', /blocks\.0\.src is required/],
    [{ editor: 'html' }, 'content', /required/],
    [{ editor: 'html', content: '{% for i in (1..1000000000) %}x{% endfor %}' }, 'template', /cannot be rendered/],
  ] as const) {
    const { status, body } = await preview(input);
    expect([status, body.errors?.[field]?.[0]]).toEqual([422, expect.stringMatching(place)]);
  }
});

test('a change based on an older state is refused, and changes nothing', async () => {
  const { id, updated_at } = (await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Shared' })).body.data;
  const mine = await api.rest('PUT', `/templates/${id}`, { subject: 'Mine', unchanged_since: updated_at });
  expect([mine.status, mine.body.data.subject]).toEqual([200, 'Mine']);
  const theirs = await api.rest('PUT', `/templates/${id}`, { subject: 'Theirs', unchanged_since: updated_at });
  expect([theirs.status, theirs.body.message]).toEqual([
    409,
    'The template has changed since you loaded it. Load it again, then save.',
  ]);
  const change =
    'mutation ($id: ID!, $since: DateTime) { updateTemplate(input: { id: $id, subject: "Theirs", unchangedSince: $since }) { template { id } } }';
  expect((await fail(api, change, { id, since: updated_at })).extensions).toEqual({
    code: 'CONFLICT',
    reason: 'CHANGED_SINCE',
  });
  expect((await api.rest('GET', `/templates/${id}`)).body.data).toEqual(mine.body.data);
  const wrong = await api.rest('PUT', `/templates/${id}`, { unchanged_since: 'yesterday' });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['unchanged_since']]);
  await ask(api, change, { id, since: mine.body.data.updated_at });
});

test('a template lists the campaigns and automations that use it, and the ones that still need it', async () => {
  const list = await makeList(api, { name: 'Users' });
  const other = (await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Other' })).body.data.id;
  const draft = await makeCampaign(api, list, { name: 'Draft' });
  const variants = [{ name: 'A', template: 'Other' }, { name: 'B' }];
  const test = { variants, sample_percent: 50, by: 'opens', decide_after: 'PT1H' };
  const split = await makeCampaign(api, list, { name: 'Split', test });
  const cart = await makeAutomation(api, { name: 'Cart' });
  const old = await makeAutomation(api, { name: 'Old' });
  for (const action of ['activate', 'archive'] as const) await changeStatus(api, old, action);
  const uses = (await api.rest('GET', `/templates/${issue}/uses`)).body.data;
  expect(uses).toEqual({
    ...{ total: 4, needed: 3 },
    uses: [
      { kind: 'automation', id: cart, name: 'Cart', needed: true },
      { kind: 'campaign', id: split, name: 'Split', needed: true },
      { kind: 'campaign', id: draft, name: 'Draft', needed: true },
      { kind: 'automation', id: old, name: 'Old', needed: false },
    ],
  });
  expect((await api.rest('GET', `/templates/${other}/uses`)).body.data.uses).toEqual([
    { kind: 'campaign', id: split, name: 'Split', needed: true },
  ]);
  const query = 'query ($id: ID!) { templateUses(id: $id) { total needed uses { kind objectId name needed } } }';
  const { templateUses } = await ask(api, query, { id: other });
  expect(templateUses).toEqual({
    total: 1,
    needed: 1,
    uses: [{ kind: 'CAMPAIGN', objectId: split, name: 'Split', needed: true }],
  });
  const page = '{ templates { nodes { id uses { total needed uses { objectId } } } } }';
  const { templates } = await ask(api, page);
  const usesById = new Map(templates.nodes.map((one: { id: string; uses: object }) => [one.id, one.uses]));
  expect(usesById.get(other)).toEqual({ total: 1, needed: 1, uses: [{ objectId: split }] });
  expect(usesById.get(issue)).toEqual({
    total: 4,
    needed: 3,
    uses: [cart, split, draft, old].map((objectId) => ({ objectId })),
  });
  const statements = await api.statements(() => ask(api, page));
  expect(statements.filter((text) => text.includes('from campaigns c'))).toHaveLength(1);
  const elsewhere = await openTeam(api);
  expect((await elsewhere.rest('GET', `/templates/${issue}/uses`)).status).toBe(404);
});
