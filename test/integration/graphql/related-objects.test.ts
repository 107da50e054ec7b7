import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { addMailings } from '../../support/mailings.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

const ANN = 'ann@people.test';
const LANGUAGE = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };

let api: TestApp;
let list: string;
let transport: string;
let template: string;
const segments: string[] = [];
const post = async (path: string, body: object) => (await api.rest('POST', path, body)).body.data;

beforeAll(async () => {
  api = await openTestApp();
  transport = (await post('/transports', { name: 'Bulk', host: 'smtp.shop.test' })).id;
  list = (await post('/lists', { name: 'News', from_email: 'news@shop.test', transport })).id;
  template = (await post('/templates', TEMPLATE)).id;
  for (const name of ['English', 'Others']) {
    segments.push((await post(`/lists/${list}/segments`, { name, conditions: LANGUAGE })).id);
  }
});
afterAll(() => api.close());

describe('a campaign', () => {
  const query = `query ($id: ID!) { campaign(id: $id) {
    list { name transport { name } } listId
    template { name subject } templateId templateName
    segments { name } segmentIds
    excludedSegments { name } excludedSegmentIds
  } }`;

  test('leads to its list, template and segments, and has their ids', async () => {
    const input = { segments: [segments[0]], excluded_segments: [segments[1]] };
    const id = await makeCampaign(api, list, input);
    expect((await ask(api, query, { id })).campaign).toEqual({
      ...{ list: { name: 'News', transport: { name: 'Bulk' } }, listId: list },
      ...{ template: { name: 'Issue', subject: TEMPLATE.subject }, templateId: template, templateName: 'Issue' },
      ...{ segments: [{ name: 'English' }], segmentIds: [segments[0]] },
      ...{ excludedSegments: [{ name: 'Others' }], excludedSegmentIds: [segments[1]] },
    });
  });

  test('keeps the remaining data once its template and segments are deleted', async () => {
    const { id: other } = await post('/templates', { ...TEMPLATE, name: 'Short-lived' });
    const { id: segment } = await post(`/lists/${list}/segments`, { name: 'Short-lived', conditions: LANGUAGE });
    const id = await makeCampaign(api, list, { template: 'Short-lived', segments: [segment] });
    await api.rest('DELETE', `/templates/${other}`);
    await api.rest('DELETE', `/segments/${segment}`);
    const { campaign } = await ask(api, query, { id });
    expect(campaign).toMatchObject({ template: null, templateName: null, templateId: other });
    expect(campaign.segments).toEqual([]);
  });

  test('with all related objects takes as many statements among a hundred as among ten', async () => {
    const other = await makeList(api);
    for (let number = 0; number < 30; number++) await makeCampaign(api, other);
    const page = `query ($first: Int!) { campaigns(first: $first) { nodes {
      list { name } template { name } templateName segments { name } excludedSegments { name } } } }`;
    const count = async (first: number) => (await api.statements(() => ask(api, page, { first }))).length;
    expect(await count(30)).toBe(await count(10));
  });
});

test('a sale has its credited campaign or mail', async () => {
  const campaign = await makeCampaign(api, list, { name: 'May' });
  const mail = await post('/transactional-mails', { template: 'Issue', from: 'shop@shop.test', to: [ANN] });
  const people = { [ANN]: { campaign, mail: null }, 'bob@people.test': { campaign: null, mail: mail.id } };
  const record = `mutation ($email: EmailAddress!) { recordSale(input: { email: $email, value: 100, currency: "EUR" }) { conversion {
    attribution { sender senderId engagement campaign { id name } transactionalMail { id } } } } }`;
  const profile = `query ($email: EmailAddress!) { person(email: $email) {
    id
    sales { nodes { attribution { senderId campaign { id } transactionalMail { id } } } }
    engagements { nodes { sender campaign { id } transactionalMail { id } } } } }`;
  for (const [email, { campaign, mail }] of Object.entries(people)) {
    await post('/events', { email, name: 'visit' });
    const personKey = (await ask(api, profile, { email })).person.id;
    const sender = campaign ? ('campaign' as const) : ('transactional' as const);
    const touch = { teamId: api.teamId, personKey, kind: 'click' as const, at: new Date() };
    await api.db.touch.create({ data: { ...touch, sender, senderId: (campaign ?? mail) as string } });
    const sent = {
      campaign: campaign && { id: campaign },
      transactionalMail: mail && { id: mail },
    };
    const {
      recordSale: { conversion: recordSale },
    } = await ask(api, record, { email });
    expect(recordSale.attribution).toMatchObject({ ...sent, senderId: campaign ?? mail, engagement: 'CLICK' });
    const { person } = await ask(api, profile, { email });
    expect(person.sales.nodes).toMatchObject([{ attribution: sent }]);
    expect(person.engagements.nodes).toMatchObject([sent]);
  }
});

test('what uses a template, an entry of the audit log and a change have their objects, in as many statements for ten as for two', async () => {
  const own = await makeList(api);
  for (let number = 0; number < 12; number++) {
    await makeCampaign(api, own, { name: `Use ${number}` });
    await post(`/lists/${own}/subscribers`, { email: `dora${number}@people.test` });
  }
  const audit = `query ($first: Int!) { auditLog(filter: { objectType: CAMPAIGN }, first: $first) {
    nodes { object { objectId node { id ... on Campaign { name } } } } } }`;
  const { auditLog } = await ask(api, audit, { first: 10 });
  expect(auditLog.nodes).toHaveLength(10);
  for (const { object } of auditLog.nodes) {
    expect(object.node).toEqual({ id: object.objectId, name: expect.stringMatching(/^Use /) });
  }
  const { templateUses } = await ask(api, `{ templateUses(id: "${template}") { uses { objectId node { id } } } }`);
  for (const { objectId, node } of templateUses.uses) expect(node).toEqual({ id: objectId });
  const changes = `query ($first: Int!) { subscribers(listId: "${own}", first: $first) { nodes { id activity(first: 5) { nodes {
    __typename ... on SubscriberChange { subscriber { id } } } } } } }`;
  const { subscribers } = await ask(api, changes, { first: 10 });
  for (const { id, activity } of subscribers.nodes) {
    expect(activity.nodes).toEqual([{ __typename: 'SubscriberChange', subscriber: { id } }]);
  }
  for (const page of [audit, changes]) {
    const count = async (first: number) => (await api.statements(() => ask(api, page, { first }))).length;
    expect(await count(10)).toBe(await count(2));
  }
});

test('the refunds of ten sales take as many statements as those of two', async () => {
  const sell = 'mutation ($input: RecordSaleInput!) { recordSale(input: $input) { conversion { conversionId } } }';
  const give = 'mutation ($id: ID!) { refundSale(input: { id: $id, value: 1 }) { isNew } }';
  for (let number = 0; number < 10; number++) {
    const input = { email: 'carl@people.test', value: 100, currency: 'EUR' };
    const { recordSale } = await ask(api, sell, { input });
    await ask(api, give, { id: recordSale.conversion.conversionId });
  }
  const page = `query ($first: Int!) { sales(first: $first) { nodes { refunds { nodes { value conversion { remaining } } } } } }`;
  const { sales } = await ask(api, page, { first: 10 });
  expect(sales.nodes).toEqual(Array(10).fill({ refunds: { nodes: [{ value: 1, conversion: { remaining: 99 } }] } }));
  const count = async (first: number) => (await api.statements(() => ask(api, page, { first }))).length;
  expect(await count(10)).toBe(await count(2));
});

test('a conversion and a refund lead to the sale that caches know, with its value after them', async () => {
  const SALE = 'sale { id value refunded remaining }';
  const sell = `mutation ($input: RecordSaleInput!) {
    recordSale(input: $input) { conversion { conversionId ${SALE} } } }`;
  const give = `mutation ($id: ID!) { refundSale(input: { id: $id, value: 30 }) { conversion { ${SALE} } refund { ${SALE} } } }`;
  const input = { email: ANN, value: 100, currency: 'EUR' };
  const { conversion } = (await ask(api, sell, { input })).recordSale;
  const { conversionId: id, sale } = conversion;
  expect(sale).toEqual({ id: `${id}.sale`, value: 100, refunded: 0, remaining: 100 });
  const after = { sale: { id: sale.id, value: 100, refunded: 30, remaining: 70 } };
  expect((await ask(api, give, { id })).refundSale).toEqual({ conversion: after, refund: after });
  expect(await ask(api, `query ($id: ID!) { ${SALE.replace('sale', 'sale(id: $id)')} }`, { id: sale.id })).toEqual(
    after,
  );
});

test('recording, correcting and refunding answer with the sale, also of an order event', async () => {
  const SALE = 'sale { id conversionId origin value refunded remaining reference person { email } }';
  const run = async (name: string, input: string) =>
    (await ask(api, `mutation { ${name}(input: { ${input} }) { ${SALE} } }`))[name].sale;
  const recorded = `email: "${ANN}", value: 500, currency: "EUR", reference: "answers-1"`;
  const sale = await run('recordSale', recorded);
  expect(sale).toMatchObject({ id: `${sale.conversionId}.sale`, origin: 'CONVERSION', person: { email: ANN } });
  expect(sale).toMatchObject({ value: 500, refunded: 0, remaining: 500, reference: 'answers-1' });
  expect(await run('recordSale', recorded)).toEqual(sale);
  const less = { ...sale, value: 400, remaining: 400 };
  expect(await run('updateSale', `id: "${sale.conversionId}", value: 400`)).toEqual(less);
  const refunded = { ...less, refunded: 100, remaining: 300 };
  expect(await run('refundSale', `id: "${sale.conversionId}", value: 100`)).toEqual(refunded);

  await api.rest('POST', '/events', { email: ANN, name: 'order', value: 90, currency: 'EUR', reference: 'answers-2' });
  const ordered = { origin: 'EVENT', reference: 'answers-2', person: { email: ANN } };
  const corrected = { ...ordered, value: 80, refunded: 0, remaining: 80 };
  expect(await run('updateSaleByReference', 'reference: "answers-2", value: 80')).toMatchObject(corrected);
  const rest = { ...ordered, value: 80, refunded: 80, remaining: 0 };
  expect(await run('refundSaleByReference', 'reference: "answers-2"')).toMatchObject(rest);
});

test('a mail, a sending pause, an event and a campaign message have their related objects', async () => {
  const asked = { template: 'Issue', from: 'shop@shop.test', to: [ANN], transport };
  const { id: mail } = await post('/transactional-mails', asked);
  const pause = { teamId: api.teamId, failures: 5, reason: '451', pausedUntil: new Date() };
  const places = [transport, '00000000-0000-0000-0000-000000000000'];
  await api.db.sendingPause.createMany({
    data: places.map((transportId, index) => ({
      ...{ ...pause, transportId, domain: 'a.test', id: UNKNOWN_ID.replace(/.$/, String(index)) },
    })),
  });
  const campaignId = await makeCampaign(api, list, { name: 'June' });
  await post('/events', { email: ANN, name: 'visit' });
  const { person } = await ask(api, 'query ($email: EmailAddress!) { person(email: $email) { id } }', { email: ANN });
  const message = { teamId: api.teamId, id: UNKNOWN_ID.replace(/.$/, '7'), kind: 'campaign' as const, campaignId };
  await addMailings(api.db);
  await api.db.message.create({ data: { ...message, personKey: person.id } });
  const query = `query ($mail: ID!, $campaign: ID!, $email: EmailAddress!) {
    transactionalMail(id: $mail) { transport { name } transportId template { id name } templateName templateId campaign { id } }
    sendingPauses { nodes { transport { name } transportId } }
    events(email: $email, first: 1) { nodes { person { id email } } }
    campaign(id: $campaign) { recipients { nodes { campaign { name } campaignName person { id email } } } }
  }`;
  expect(await ask(api, query, { mail, campaign: campaignId, email: ANN })).toEqual({
    transactionalMail: {
      ...{ transport: { name: 'Bulk' }, transportId: transport, templateName: 'Issue', templateId: template },
      ...{ template: { id: template, name: 'Issue' }, campaign: null },
    },
    sendingPauses: {
      nodes: [
        { transport: null, transportId: null },
        { transport: { name: 'Bulk' }, transportId: transport },
      ],
    },
    events: { nodes: [{ person: { id: person.id, email: ANN } }] },
    campaign: {
      recipients: {
        nodes: [{ campaign: { name: 'June' }, campaignName: 'June', person: { id: person.id, email: ANN } }],
      },
    },
  });
});
