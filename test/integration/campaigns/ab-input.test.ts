import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Other' });
});
afterAll(() => api.close());

const [A, B] = [
  { name: 'A', subject: 'One' },
  { name: 'B', subject: 'Two' },
];
const TEST = { variants: [A, B], sample_percent: 10, decide_after: 'PT4H', by: 'opens' };
const UNDECIDED = { decide_at: null, winner: null, decided_at: null, decided_by: null };
const shown = (variant: number, given: object) => ({
  ...{ variant, subject: null, template: null, from_name: null, preheader: null, text: null },
  ...given,
});

test('a test is kept as given, changed as a whole, and cleared by null', async () => {
  const full = {
    name: 'B',
    subject: 'Two',
    template: 'Other',
    from_name: 'Bea',
    preheader: 'Look inside',
    text: 'Two',
  };
  const id = await makeCampaign(api, list, { test: { ...TEST, variants: [{ name: 'A' }, full] } });
  expect((await readCampaign(api, id)).test).toEqual({
    ...{ sample_percent: 10, decide_after: 'PT4H', by: 'opens', ...UNDECIDED },
    variants: [shown(1, { name: 'A' }), shown(2, full)],
  });
  const put = (body: object) => api.rest('PUT', `/campaigns/${id}`, body);
  const manual = { variants: [A, B], sample_percent: 100, by: 'manual' };
  expect((await put({ test: manual })).body.data.test).toEqual({
    ...{ sample_percent: 100, decide_after: null, by: 'manual', ...UNDECIDED },
    variants: [shown(1, A), shown(2, B)],
  });
  expect((await put({ name: 'June' })).body.data.test.by).toBe('manual');
  expect((await put({ test: null })).body.data.test).toBe(null);
  expect((await readCampaign(api, id)).test).toBe(null);
});

test('GraphQL accepts and shows the same', async () => {
  const input = `{ name: "May", listId: "${list}", template: "Issue", abTest: { samplePercent: 30, decideAfter: "P1D",
    winnerBy: REVENUE, variants: [{ name: "A" }, { name: "B", template: "Other", fromName: "Bea" }] } }`;
  const {
    createCampaign: { campaign: createCampaign },
  } = await ask(
    api,
    `mutation { createCampaign(input: ${input}) { campaign { abTest { samplePercent decideAfter winnerBy decideAt winner decidedAt decidedBy
      variants { number name subject fromName preheader templateId templateName template { name } } } } } }`,
  );
  expect(createCampaign.abTest).toEqual({
    ...{ samplePercent: 30, decideAfter: 'P1D', winnerBy: 'REVENUE' },
    ...{ decideAt: null, winner: null, decidedAt: null, decidedBy: null },
    variants: [
      {
        number: 1,
        name: 'A',
        subject: null,
        fromName: null,
        preheader: null,
        ...{ templateId: null, templateName: null, template: null },
      },
      {
        ...{ number: 2, name: 'B', subject: null, fromName: 'Bea', preheader: null },
        ...{ templateId: expect.any(String), templateName: 'Other', template: { name: 'Other' } },
      },
    ],
  });
});

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `V${n}`, subject: `S${n}` }));

describe('invalid input is refused by field, and changes nothing', () => {
  test.each<[string, object, string]>([
    ['one variant', { variants: [A] }, 'test.variants'],
    ['seven variants', { variants: many(7) }, 'test.variants'],
    ['no variants', { variants: undefined }, 'test.variants'],
    ['a variant that is no object', { variants: [A, 'B'] }, 'test.variants.1'],
    ['a variant without a name', { variants: [A, { subject: 'Two' }] }, 'test.variants.1.name'],
    ['two variants of one name', { variants: [A, { ...B, name: 'A' }] }, 'test.variants.1.name'],
    ['variants that are equal', { variants: [A, B, { ...A, name: 'C' }] }, 'test.variants.2'],
    ['variants in which nothing differs', { variants: [{ name: 'A' }, { name: 'B' }] }, 'test.variants.1'],
    [
      'a variant that says what the campaign says',
      { variants: [{ name: 'A' }, { name: 'B', subject: 'Own' }] },
      'test.variants.1',
    ],
    ['a template that does not exist', { variants: [{ name: 'A', template: 'None' }, B] }, 'test.variants.0.template'],
    ['a subject that does not parse', { variants: [A, { name: 'B', subject: '{% if %' }] }, 'test.variants.1.subject'],
    ['a subject of two lines', { variants: [A, { name: 'B', subject: 'a\nb' }] }, 'test.variants.1.subject'],
    [
      'a preheader that does not parse',
      { variants: [A, { name: 'B', preheader: '{{ x | }' }] },
      'test.variants.1.preheader',
    ],
    ['a key of a variant that is not known', { variants: [A, { ...B, html: 'x' }] }, 'test.variants.1.html'],
    ['a sample of 0 %', { sample_percent: 0 }, 'test.sample_percent'],
    ['a sample of 101 %', { sample_percent: 101 }, 'test.sample_percent'],
    ['a sample of 1.5 %', { sample_percent: 1.5 }, 'test.sample_percent'],
    ['a sample in words', { sample_percent: '10' }, 'test.sample_percent'],
    ['a decision after less than ten minutes', { decide_after: 'PT5M' }, 'test.decide_after'],
    ['a decision after more than a week', { decide_after: 'P8D' }, 'test.decide_after'],
    ['a decision after nonsense', { decide_after: 'soon' }, 'test.decide_after'],
    ['a decision after months', { decide_after: 'P1M' }, 'test.decide_after'],
    ['a rule without its time', { decide_after: undefined }, 'test.decide_after'],
    ['a measure that does not exist', { by: 'luck' }, 'test.by'],
    ['no measure', { by: undefined }, 'test.by'],
    ['a winner that is given', { winner: 1 }, 'test.winner'],
  ])('%s', async (_, change, path) => {
    const own = { name: 'May', list, template: 'Issue', subject: 'Own' };
    const before = (await api.rest('GET', '/campaigns')).body.meta.total;
    const made = await api.rest('POST', '/campaigns', { ...own, test: { ...TEST, ...change } });
    expect([made.status, Object.keys(made.body.errors)]).toEqual([422, [path]]);
    expect((await api.rest('GET', '/campaigns')).body.meta.total).toBe(before);
  });

  test.each(['x', 1, [], true])('a test that is %j', async (given) => {
    const { status, body } = await api.rest('POST', '/campaigns', {
      name: 'May',
      list,
      template: 'Issue',
      test: given,
    });
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringMatching(/^test/)]);
  });

  test('a change by which two variants become equal', async () => {
    const id = await makeCampaign(api, list, { subject: 'Own', test: { ...TEST, variants: [{ name: 'A' }, B] } });
    const { status, body } = await api.rest('PUT', `/campaigns/${id}`, { subject: 'Two' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['test.variants.1']]);
    expect((await readCampaign(api, id)).subject).toBe('Own');
  });

  test('a test of a campaign that is not a draft', async () => {
    const id = await makeCampaign(api, list);
    await api.rest('POST', `/campaigns/${id}/cancel`);
    expect((await api.rest('PUT', `/campaigns/${id}`, { test: TEST })).status).toBe(409);
  });
});

describe('each variant is checked before sending', () => {
  const TRAITS = { ...TEMPLATE, content: '<a href="https://shop.test/">Shop</a>' };
  const POSTAL = { postal_address: 'Baker Street 1, London' };

  /** In a team whose messages reach people. */
  async function problemsOf(
    variants: object[],
    change: (api: TestApp) => Promise<unknown> = async () => {},
    test = {},
  ) {
    const testApp = await openTestApp({
      publicUrl: 'https://news.shop.example',
      mailUrl: 'smtp://smtp.provider.example',
    });
    try {
      const team = await openTeam(testApp);
      await team.rest('PATCH', '/team', POSTAL);
      for (const name of ['Issue', 'Other']) await team.rest('POST', '/templates', { ...TRAITS, name });
      await team.rest('POST', '/templates', { ...TRAITS, name: 'Untitled', subject: null });
      await team.rest('POST', '/templates', { ...TRAITS, name: 'Dead', content: '<a href="http://localhost/">x</a>' });
      const id = await makeCampaign(team, await makeList(team), { test: { ...TEST, ...test, variants } });
      await change(team);
      const check = (await team.rest('POST', `/campaigns/${id}/check`)).body.data;
      const sent = await team.rest('POST', `/campaigns/${id}/send`);
      const paths = check.problems.map(({ path }: { path: string }) => path);
      expect([sent.status, Object.keys(sent.body.errors ?? {})]).toEqual([paths.length > 0 ? 422 : 200, paths]);
      return paths;
    } finally {
      await testApp.close();
    }
  }
  const deleteTemplate = (name: string) => async (team: TestApp) => {
    const { data } = (await team.rest('GET', '/templates')).body;
    await team.rest('DELETE', `/templates/${data.find((one: { name: string }) => one.name === name).id}`);
  };

  test('valid variants are sent', async () => {
    expect(await problemsOf([A, { name: 'B', template: 'Other' }])).toEqual([]);
  });

  test('links without a target, and a missing subject, are reported for the variant', async () => {
    expect(await problemsOf([A, { name: 'B', template: 'Dead' }])).toEqual(['test.variants.1.template']);
    expect(await problemsOf([{ name: 'A', template: 'Untitled' }, B])).toEqual(['test.variants.0.subject']);
  });

  test('a deleted template is reported for the variant, or once for the campaign', async () => {
    expect(await problemsOf([A, { name: 'B', template: 'Other' }], deleteTemplate('Other'))).toEqual([
      'test.variants.1.template',
    ]);
    expect(await problemsOf([A, B, { name: 'C', template: 'Other' }], deleteTemplate('Issue'))).toEqual(['template']);
  });

  test('variants with equal templates count as equal', async () => {
    expect(await problemsOf([{ name: 'A' }, { name: 'B', template: 'Other' }])).toEqual(['test.variants.1']);
  });

  test('a winner rule on an untracked reaction is a problem, a split is not', async () => {
    const stop = (team: TestApp) => team.rest('PATCH', '/team', { track_opens: false });
    expect(await problemsOf([A, B], stop)).toEqual(['test.by']);
    expect(await problemsOf([A, B], stop, { by: 'clicks' })).toEqual([]);
    expect(await problemsOf([A, B], stop, { sample_percent: 100 })).toEqual([]);
  });
});

test('in recipients’ own time zones everybody is in the sample', async () => {
  const id = await makeCampaign(api, list, { test: TEST });
  const at = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16);
  const schedule = () => api.rest('POST', `/campaigns/${id}/schedule`, { at, timezone: 'recipient' });
  const refused = await schedule();
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['timezone']]);
  await api.rest('PUT', `/campaigns/${id}`, { test: { ...TEST, sample_percent: 100 } });
  expect((await schedule()).body.data).toMatchObject({ status: 'scheduled', test: { sample_percent: 100 } });
  expect((await api.rest('POST', `/campaigns/${id}/pick`, { variant: 1 })).status).toBe(409);
  expect((await api.rest('POST', `/campaigns/${id}/unschedule`)).body.data.test.variants).toHaveLength(2);
});

test('a template knows the campaigns that use it in a variant', async () => {
  const team = await openTeam(api);
  for (const name of ['Issue', 'Other']) await team.rest('POST', '/templates', { ...TEMPLATE, name });
  const id = await makeCampaign(team, await makeList(team), {
    test: { ...TEST, variants: [A, { name: 'B', template: 'Other' }] },
  });
  const { templates } = await ask(team, '{ templates { nodes { name campaigns { nodes { id } } } } }');
  expect(templates.nodes.map(({ campaigns }: { campaigns: { nodes: object[] } }) => campaigns.nodes)).toEqual([
    [{ id }],
    [{ id }],
  ]);
});
