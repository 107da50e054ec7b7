import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstIdAt, newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());

/** The results of `show` for the nodes, sorted; the total must match. */
async function found(connection: string, filter: string, field: string, token = api.token): Promise<string[]> {
  const query = `{ ${connection}(first: 100${filter && `, ${filter}`}) { totalCount nodes { ${field} } } }`;
  const { totalCount, nodes } = (await ask(api, query, {}, { token }))[connection];
  expect(nodes).toHaveLength(totalCount);
  return nodes.map((node: Record<string, string>) => node[field]).sort();
}

describe('campaigns', () => {
  let [news, shop] = ['', ''];
  beforeAll(async () => {
    [news, shop] = [await makeList(api), await makeList(api)];
    await makeCampaign(api, news, { name: 'May sale' });
    await makeCampaign(api, shop, { name: 'Sale of MAY 100%' });
    const sent = await makeCampaign(api, shop, { name: 'June_sale' });
    await api.db.campaign.updateMany({ where: { id: sent }, data: { status: 'sent' } });
  });

  test.each([
    ['search: "sale"', ['June_sale', 'May sale', 'Sale of MAY 100%']],
    ['search: " SALE  may "', ['May sale', 'Sale of MAY 100%']],
    ['search: "100%"', ['Sale of MAY 100%']],
    ['search: "%"', ['Sale of MAY 100%']],
    ['search: "e_s"', ['June_sale']],
    ['search: "yule"', []],
    ['search: " "', ['June_sale', 'May sale', 'Sale of MAY 100%']],
    ['search: "sale", status: DRAFT', ['May sale', 'Sale of MAY 100%']],
  ])('are found by %s', async (filter, names) => {
    expect(await found('campaigns', filter, 'name')).toEqual(names);
  });

  test('are found by list, words and status', async () => {
    expect(await found('campaigns', `listId: "${shop}"`, 'name')).toEqual(['June_sale', 'Sale of MAY 100%']);
    expect(await found('campaigns', `listId: "${shop}", search: "june", status: SENT`, 'name')).toEqual(['June_sale']);
    expect(await found('campaigns', `listId: "${news}", status: SENT`, 'name')).toEqual([]);
    expect(await found('campaigns', `listId: "${newId()}"`, 'name')).toEqual([]);
  });

  test('of another team are not found', async () => {
    expect(await found('campaigns', `listId: "${shop}", search: "sale"`, 'name', api.otherToken)).toEqual([]);
  });

  test('require a list id and short enough words', async () => {
    const query = `{ campaigns(listId: "x", search: "${'x'.repeat(256)}") { nodes { id } } }`;
    const { extensions } = await fail(api, query);
    expect(extensions.issues?.map(({ path }) => path)).toEqual([['listId'], ['search']]);
  });
});

test('imports are found by list and status', async () => {
  const [one, two] = [newId(), newId()];
  const row = (listId: string, fileName: string, status: 'draft' | 'completed') => ({
    ...{ teamId: api.teamId, id: newId(), listId, fileName, status, total: 1 },
  });
  await api.db.import.createMany({
    data: [row(one, 'a.csv', 'completed'), row(one, 'b.csv', 'draft'), row(two, 'c.csv', 'completed')],
  });
  expect(await found('imports', '', 'fileName')).toEqual(['a.csv', 'b.csv', 'c.csv']);
  expect(await found('imports', `listId: "${one}"`, 'fileName')).toEqual(['a.csv', 'b.csv']);
  expect(await found('imports', 'status: COMPLETED', 'fileName')).toEqual(['a.csv', 'c.csv']);
  expect(await found('imports', `listId: "${one}", status: COMPLETED`, 'fileName')).toEqual(['a.csv']);
  expect(await found('imports', `listId: "${one}"`, 'fileName', api.otherToken)).toEqual([]);
  const { extensions } = await fail(api, '{ imports(listId: "x") { nodes { id } } }');
  expect(extensions.issues).toMatchObject([
    { path: ['listId'], message: 'The listId field must be the id of a list.' },
  ]);
});

test('templates and tags are found by words in their name', async () => {
  for (const name of ['Order confirmed', 'Order refused', 'Ünïcode 50%']) {
    await api.rest('POST', '/templates', { ...TEMPLATE, name });
    await api.rest('POST', '/tags', { name });
  }
  for (const connection of ['templates', 'tags']) {
    expect(await found(connection, 'search: "order"', 'name')).toEqual(['Order confirmed', 'Order refused']);
    expect(await found(connection, 'search: "CONF order"', 'name')).toEqual(['Order confirmed']);
    expect(await found(connection, 'search: "ÜNÏ"', 'name')).toEqual(['Ünïcode 50%']);
    expect(await found(connection, 'search: "0%"', 'name')).toEqual(['Ünïcode 50%']);
    expect(await found(connection, 'search: "order"', 'name', api.otherToken)).toEqual([]);
  }
  const narrow = 'search: "order", orderBy: { field: NAME, direction: DESC }';
  const { templates } = await ask(api, `{ templates(${narrow}) { nodes { name } } }`);
  expect(templates.nodes).toEqual([{ name: 'Order refused' }, { name: 'Order confirmed' }]);
});

describe('transactional mails', () => {
  const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 4, day, hour));
  const MAILS = [
    { subject: '1', template: 'A', status: 'sent', recipients: ['ann@people.test'], createdAt: at(1) },
    { subject: '2', template: 'B', status: 'sent', recipients: ['bob@people.test'], createdAt: at(2) },
    { subject: '3', template: 'A', status: 'failed', recipients: ['ann@people.test'], createdAt: at(3) },
    { subject: '4', template: 'A', status: 'sent', recipients: ['ann@people.test'], createdAt: at(4) },
  ] as const;
  beforeAll(async () => {
    const mailOf = (mail: (typeof MAILS)[number], teamId: number) => ({
      ...{ teamId, templateId: newId(), fromEmail: 's@shop.test', to: [...mail.recipients], ...mail },
      id: firstIdAt(mail.createdAt.getTime()).replace(/0{12}$/, newId().slice(-12)),
      recipients: [...mail.recipients],
    });
    const { id: other } = await api.db.team.findFirstOrThrow({ where: { id: { not: api.teamId } } });
    await api.db.transactionalMail.createMany({ data: MAILS.map((mail) => mailOf(mail, api.teamId)) });
    await api.db.transactionalMail.createMany({ data: [mailOf(MAILS[0], other)] });
  });

  const period = (from: Date | undefined, to: Date | undefined, more = '', beside = '') => {
    const filters = [from && `since: "${from.toISOString()}"`, to && `until: "${to.toISOString()}"`, more];
    return `filter: { ${filters.filter(Boolean).join(', ')} } ${beside}`;
  };

  test.each([
    [period(undefined, undefined), ['1', '2', '3', '4']],
    [period(at(2), undefined), ['2', '3', '4']],
    [period(undefined, at(2)), ['1']],
    [period(at(2), at(4)), ['2', '3']],
    [period(at(1, 11), at(1, 13)), ['1']],
    [period(at(1, 13), at(2, 11)), []],
    [period(at(2), undefined, '', 'template: "A"'), ['3', '4']],
    [period(at(1), at(4), 'recipient: "Ann@people.test"'), ['1', '3']],
    [period(at(1), at(4), 'recipient: "ann@people.test", status: SENT', 'template: "A"'), ['1']],
    [period(at(1), at(5), '', 'orderBy: { field: TEMPLATE, direction: DESC }'), ['1', '2', '3', '4']],
  ])('are found by %s', async (filter, subjects) => {
    expect(await found('transactionalMails', filter, 'subject')).toEqual(subjects);
  });

  test('of another team are not found', async () => {
    const filter = period(at(1), at(5));
    expect(await found('transactionalMails', filter, 'subject', api.otherToken)).toEqual(['1']);
  });

  test.each([
    [at(2), at(2)],
    [at(3), at(2)],
  ])('require a period that ends after it starts', async (from, to) => {
    const { extensions } = await fail(api, `{ transactionalMails(${period(from, to)}) { nodes { id } } }`);
    expect(extensions.issues).toMatchObject([{ path: ['until'], message: 'The until field must be after since.' }]);
  });
});
