import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { makeForm } from '../../support/forms.ts';
import { png } from '../../support/pictures.ts';
import { all, makeSegment } from '../../support/segments.ts';
import { upload } from '../../support/upload.ts';
import { withWholeParameters } from '../../support/whole-parameters.ts';

let api: TestApp;
let list: string;
let segment: string;
/** A step that needs no template. */
const WAIT = { id: 'hour', type: 'wait', for: 'PT1H' };
const PEOPLE = all({ type: 'email', operator: 'contains', value: 'people' });
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  for (const name of ['b', 'c', 'a']) {
    await api.rest('POST', '/templates', { ...TEMPLATE, name: `${TEMPLATE.name} ${name}` });
    await subscribe(api, list, [{ email: `${name}@people.test` }]);
    await api.rest('POST', '/tags', { name: `tag ${name}` });
    await makeList(api, { name: `list ${name}` });
    await makeForm(api, list, { name: `form ${name}` });
    await makeAutomation(api, { name: `automation ${name}`, steps: [WAIT] });
    await makeSegment(api, list, PEOPLE, `segment ${name}`);
    const mail = { from: 'a@shop.test', to: [`${name}@people.test`], subject: name, html: '<p>Hi</p>' };
    await api.rest('POST', '/transactional-mails', mail);
    const headers = { 'content-type': 'text/csv' };
    await api.rest('POST', `/lists/${list}/imports?file_name=${name}.csv`, `email\n${name}2@people.test\n`, {
      headers,
    });
    await upload(api, png(name.charCodeAt(0), 1));
  }
  await api.rest('POST', '/templates', TEMPLATE);
  for (const name of ['Spring', 'autumn', 'Summer']) await makeCampaign(api, list, { name });
  segment = (await makeSegment(api, list, PEOPLE)).id;
});
afterAll(() => api.close());

interface Parameter {
  name: string;
  schema: { enum?: string[]; anyOf?: { enum?: string[] }[] };
}

/** The values of `sort` in the OpenAPI description of a path. */
async function sortsOf(path: string): Promise<string[]> {
  const { paths } = withWholeParameters((await api.app.inject({ url: '/openapi.json' })).json());
  const { schema } = paths[path].get.parameters.find(({ name }: Parameter) => name === 'sort') as Parameter;
  return schema.enum ?? (schema.anyOf!.find((one) => one.enum)!.enum as string[]);
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe.each([
  ['/campaigns', () => '/campaigns', (order: string) => `campaigns(first: 50, orderBy: ${order})`],
  ['/templates', () => '/templates', (order: string) => `templates(first: 50, orderBy: ${order})`],
  ['/imports', () => '/imports', (order: string) => `imports(first: 50, orderBy: ${order})`],
  ['/lists', () => '/lists', (order: string) => `lists(first: 50, orderBy: ${order})`],
  ['/tags', () => '/tags', (order: string) => `tags(first: 50, orderBy: ${order})`],
  ['/forms', () => '/forms', (order: string) => `forms(first: 50, orderBy: ${order})`],
  ['/automations', () => '/automations', (order: string) => `automations(first: 50, orderBy: ${order})`],
  ['/segments', () => '/segments', (order: string) => `segments(first: 50, orderBy: ${order})`],
  [
    '/lists/{list_id}/segments',
    () => `/lists/${list}/segments`,
    (order: string) => `segments(listId: "${list}", first: 50, orderBy: ${order})`,
  ],
  ['/media', () => '/media', (order: string) => `mediaFiles(first: 50, orderBy: ${order})`],
  [
    '/transactional-mails',
    () => '/transactional-mails',
    (order: string) => `transactionalMails(first: 50, orderBy: ${order})`,
  ],
  [
    '/lists/{list_id}/subscribers',
    () => `/lists/${list}/subscribers`,
    (order: string) => `subscribers(listId: "${list}", first: 50, orderBy: ${order})`,
  ],
  [
    '/segments/{segment_id}/subscribers',
    () => `/segments/${segment}/subscribers`,
    (order: string) => `segment(id: "${segment}") { subscribers(first: 50, orderBy: ${order})`,
  ],
])('GET %s', (described, path, query) => {
  test('sorts by each field in both directions, as GraphQL does, and keeps the order on further pages', async () => {
    const sorts = await sortsOf(described);
    expect(sorts.length).toBeGreaterThan(2);
    for (const sort of sorts) {
      const order = `{field: ${sort.replace('-', '').toUpperCase()}, direction: ${sort.startsWith('-') ? 'DESC' : 'ASC'}}`;
      const nested = query(order).includes('{ subscribers');
      const { body } = await api.graphql(`{ list: ${query(order)} { nodes { id } } ${nested ? '}' : ''} }`);
      const expected = idsOf((nested ? body.data.list.subscribers : body.data.list).nodes);
      expect(expected.length).toBeGreaterThanOrEqual(3);
      const { body: whole } = await api.rest('GET', `${path()}?sort=${sort}&per_page=50`);
      expect(idsOf(whole.data), sort).toEqual(expected);
      const { body: first } = await api.rest('GET', `${path()}?sort=${sort}&per_page=1`);
      const next = first.links.next.slice(first.links.next.indexOf('/v1') + '/v1'.length);
      expect(idsOf((await api.rest('GET', next)).body.data), sort).toEqual([expected[1]]);
    }
  });

  test.each(['sorcery', '-', '--name', 'NAME', 'created_at,name'])('refuses to sort by %j', async (sort) => {
    const { status, body } = await api.rest('GET', `${path()}?sort=${encodeURIComponent(sort)}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['sort']]);
    expect(body.errors.sort[0]).toContain('created_at');
  });
});

test.each([
  ['/campaigns', 'UM', ['Summer', 'autumn']],
  ['/tags', 'C', ['tag c']],
  ['/templates', 'e c', [`${TEMPLATE.name} c`]],
])('GET %s finds names that contain %j', async (path, text, names) => {
  const { body } = await api.rest('GET', `${path}?search=${encodeURIComponent(text)}`);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(body.meta.total).toBe(names.length);
});
