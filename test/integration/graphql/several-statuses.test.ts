import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';

/** A step that needs no template. */
const WAIT = { id: 'hour', type: 'wait', for: 'PT1H' };

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await api.rest('POST', '/templates', TEMPLATE);
  for (const status of ['draft', 'sent', 'failed'] as const) {
    const campaign = await makeCampaign(api, list, { name: status });
    await api.db.campaign.updateMany({ where: { id: campaign }, data: { status } });
  }
  for (const status of ['draft', 'active', 'paused'] as const) {
    const id = await makeAutomation(api, { name: status, steps: [WAIT] });
    await api.db.automation.updateMany({ where: { id }, data: { status } });
  }
  const ofList = { teamId: api.teamId, listId: list, total: 1 };
  for (const status of ['draft', 'completed', 'failed'] as const)
    await api.db.import.create({ data: { ...ofList, id: newId(), fileName: status, status } });
  for (const status of ['pending', 'sent', 'failed'] as const) {
    const mail = { template: 'Issue', from: 's@shop.test', to: [`${status}@people.test`] };
    const { body } = await api.rest('POST', '/transactional-mails', mail);
    await api.db.transactionalMail.updateMany({ where: { id: body.data.id }, data: { status } });
  }
  for (const status of ['subscribed', 'unsubscribed', 'bounced'] as const) {
    await subscribe(api, list, [{ email: `${status}@people.test` }]);
    await api.db.subscriber.updateMany({ where: { email: `${status}@people.test` }, data: { status } });
  }
});
afterAll(() => api.close());

interface Row {
  name?: string;
  fileName?: string;
  file_name?: string;
  email?: string;
  to?: string[];
}
const named = (rows: Row[]) =>
  rows.map(
    ({ name, fileName, file_name, email, to }) => name ?? fileName ?? file_name ?? (email ?? to![0])!.split('@')[0],
  );

/** The list, its arguments with a filter, the name of a node, the path in REST, two statuses, and a third. */
const LISTS: [string, (filter: string) => string, string, () => string, [string, string], string][] = [
  ['campaigns', (filter) => filter, 'name', () => '/campaigns', ['draft', 'sent'], 'failed'],
  ['automations', (filter) => filter, 'name', () => '/automations', ['draft', 'active'], 'paused'],
  ['imports', (filter) => filter, 'fileName', () => '/imports', ['draft', 'completed'], 'failed'],
  [
    'transactionalMails',
    (filter) => `filter: {${filter}}`,
    'to',
    () => '/transactional-mails',
    ['pending', 'sent'],
    'failed',
  ],
  [
    'people',
    (filter) => `filter: {${filter}}`,
    'email',
    () => '/people/all',
    ['subscribed', 'bounced'],
    'unsubscribed',
  ],
  [
    'subscribers',
    (filter) => `listId: "${list}", filter: {${filter}}`,
    'email',
    () => `/lists/${list}/subscribers`,
    ['subscribed', 'bounced'],
    'unsubscribed',
  ],
];

/** The values of an enumeration, in GraphQL. */
const enums = (values: string[]) => `[${values.map((value) => value.toUpperCase()).join(', ')}]`;

const foundBy = async (connection: string, args: string, field: string) => {
  const query = `{ ${connection}(first: 10, ${args}) { totalCount nodes { ${field} } } }`;
  const { totalCount, nodes } = (await ask(api, query))[connection];
  expect(totalCount).toBe(nodes.length);
  return named(nodes);
};

test.each(LISTS)(
  '%s are filtered by several statuses, in both interfaces',
  async (name, args, field, path, two, third) => {
    expect((await foundBy(name, args(`statuses: ${enums(two)}`), field)).sort()).toEqual([...two].sort());
    expect(await foundBy(name, args(`statuses: ${third.toUpperCase()}`), field)).toEqual([third]);
    expect(await foundBy(name, args(`status: ${third.toUpperCase()}`), field)).toEqual([third]);
    const { body } = await api.rest('GET', `${path()}?status=${two.join(',')}`);
    expect([named(body.data).sort(), body.meta.total]).toEqual([[...two].sort(), 2]);
    expect(named((await api.rest('GET', `${path()}?status=${third}`)).body.data)).toEqual([third]);
    const repeated = await api.rest('GET', `${path()}?${two.map((one) => `status=${one}`).join('&')}`);
    expect(repeated.body.meta.total).toBe(2);
  },
);

test.each(LISTS)('%s with both filters match both', async (name, args, field, _path, two, third) => {
  const both = `statuses: ${enums(two)}, status: ${third.toUpperCase()}`;
  expect(await foundBy(name, args(both), field)).toEqual([]);
});

test.each(LISTS)('%s refuse an empty list of statuses, and name it', async (name, args) => {
  const { extensions } = await fail(api, `{ ${name}(${args('statuses: []')}) { totalCount } }`);
  expect(extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['statuses'], message: 'The statuses field must have at least 1 item.' }],
  });
});

test.each(LISTS)(
  '%s refuse an unknown status, alone or among others, in the same words',
  async (...[, , , path, two]) => {
    const texts = new Set<string>();
    for (const query of ['x', `${two[0]},x`, `${two[0]},`, two[0].toUpperCase()]) {
      const { status, headers, body } = await api.rest('GET', `${path()}?status=${query}`);
      expect([status, headers['x-error-codes'], Object.keys(body.errors)]).toEqual([422, 'status=choice', ['status']]);
      texts.add(body.errors.status[0]);
    }
    expect([...texts]).toEqual([expect.stringMatching(/^The status field must be one of [a-z]+(, [a-z]+)+\.$/)]);
  },
);

test.each(LISTS)('%s of one status are compared by equality, so an index keeps their order', async (...row) => {
  const [, , , path, two, third] = row;
  const compared = (query: string) => api.statements(() => api.rest('GET', `${path()}?status=${query}`));
  const [one, several] = [await compared(third), await compared(two.join(','))];
  expect(one.some((text) => /status = \$\d+::"\w+"/.test(text))).toBe(true);
  expect(one.some((text) => /status = any/.test(text))).toBe(false);
  expect(several.some((text) => /status = any\(\$\d+::"\w+"\[\]\)/.test(text))).toBe(true);
});

test('forms are found by words of their name', async () => {
  for (const name of ['Spring sale', 'Autumn sale', 'News'])
    expect((await api.rest('POST', '/forms', { list, name })).status).toBe(201);
  expect((await foundBy('forms', 'search: "SALE"', 'name')).sort()).toEqual(['Autumn sale', 'Spring sale']);
  expect(await foundBy('forms', `search: "spring sale", listId: "${list}"`, 'name')).toEqual(['Spring sale']);
  expect(await foundBy('forms', `search: "spring", listId: "${newId()}"`, 'name')).toEqual([]);
  const { body } = await api.rest('GET', '/forms?search=autumn');
  expect([named(body.data), body.meta.total]).toEqual([['Autumn sale'], 1]);
});
