import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const EVENT = { email: 'ann@people.test', name: 'order' };
const ONE =
  'mutation ($input: RecordEventInput!) { recordEvent(input: $input) { isNew index status eventId issues { message } } }';
const MANY = `mutation ($inputs: [RecordEventInput!]!) {
  recordEvents(input: { events: $inputs }) { results { isNew index status eventId issues { path problem message } } }
}`;

test('one event is recorded once per reference, and read back as REST shows it', async () => {
  const properties = JSON.parse('{"items": [{"sku": "a", "price": 1.5}], "__proto__": {"x": 1}, "constructor": null}');
  const input = { ...EVENT, properties, value: 9007199254740991, currency: 'eur', reference: 'r1' };
  const occurredAt = '2026-01-31T12:00:00.000Z';
  const { recordEvent } = await ask(api, ONE, { input: { ...input, occurredAt: '2026-01-31T13:00:00+01:00' } });
  expect(recordEvent).toEqual({
    ...{ isNew: true, status: 'RECORDED', eventId: expect.any(String) },
    ...{ index: 0, issues: null },
  });
  expect(await ask(api, ONE, { input })).toEqual({
    recordEvent: { isNew: false, index: 0, status: 'DUPLICATE', eventId: null, issues: null },
  });

  const query = `{ events(email: "Ann@People.test", name: "order") { totalCount
    nodes { id email name properties value currency occurredAt reference createdAt } } }`;
  const { events } = await ask(api, query);
  expect(events).toMatchObject({
    totalCount: 1,
    nodes: [{ ...input, currency: 'EUR', occurredAt, id: recordEvent.eventId }],
  });
  expect(JSON.stringify(events.nodes[0].properties)).toContain('"__proto__"');
  const { occurredAt: _, createdAt, ...same } = events.nodes[0];
  const { body } = await api.rest('GET', '/events?email=ann@people.test');
  expect(body.data).toEqual([{ ...same, occurred_at: occurredAt, created_at: createdAt }]);
});

test('a duplicate names the event recorded earlier, in a batch by one statement, but only to those who may read it', async () => {
  const given = (reference: string, email = 'first@people.test') => ({ ...EVENT, email, reference });
  const one = `mutation ($input: RecordEventInput!) { recordEvent(input: $input) { event { id } } }`;
  const many = `mutation ($inputs: [RecordEventInput!]!) {
    recordEvents(input: { events: $inputs }) { results { status event { id } } } }`;
  const ids: string[] = [];
  for (const reference of ['n1', 'n2'])
    ids.push((await ask(api, one, { input: given(reference) })).recordEvent.event.id);
  expect((await ask(api, one, { input: given('n1') })).recordEvent.event).toEqual({ id: ids[0] });
  const again = [given('n1'), given('n2'), given('n2', 'other@people.test')];
  let results: { status: string; event: { id: string } | null }[] = [];
  const statements = await api.statements(async () => {
    ({ results } = (await ask(api, many, { inputs: again })).recordEvents);
  });
  expect(results.map(({ status }) => status)).toEqual(['DUPLICATE', 'DUPLICATE', 'DUPLICATE']);
  expect(results.map(({ event }) => event?.id)).toEqual([ids[0], ids[1], undefined]);
  expect(statements.filter((text) => text.includes('e.reference = given.reference'))).toHaveLength(1);
  const token = await createToken(api.db, api.teamId, { name: 'Till', ability: 'write', scopes: ['events:write'] });
  expect((await ask(api, one, { input: given('n1') }, { token })).recordEvent.event).toBeNull();
});

test('a blank reference counts as absent, alone, in a batch and in a conversion', async () => {
  const input = { ...EVENT, reference: ' ' };
  const recorded = { status: 'RECORDED' };
  for (const _ of [1, 2]) expect(await ask(api, ONE, { input })).toMatchObject({ recordEvent: recorded });
  const rows = [recorded, recorded];
  expect(await ask(api, MANY, { inputs: [input, input] })).toMatchObject({ recordEvents: { results: rows } });
  const convert =
    'mutation ($input: RecordSaleInput!) { recordSale(input: $input) { conversion { status reference } } }';
  const conversion = { email: EVENT.email, value: 1, currency: 'EUR', reference: '' };
  for (const _ of [1, 2]) {
    expect(await ask(api, convert, { input: conversion })).toMatchObject({
      recordSale: { conversion: { ...recorded, reference: null } },
    });
  }
});

test('a batch validates each row on its own', async () => {
  const inputs = [
    { ...EVENT, reference: 'b' },
    { email: 'x', name: 'a/b', value: 1 },
    { ...EVENT, reference: 'b' },
  ];
  const {
    recordEvents: { results: recordEvents },
  } = await ask(api, MANY, { inputs });
  expect(recordEvents.map(({ status }: { status: string }) => status)).toEqual(['RECORDED', 'INVALID', 'DUPLICATE']);
  expect(recordEvents.map(({ isNew }: { isNew: boolean }) => isNew)).toEqual([true, false, false]);
  expect(recordEvents[1].issues).toContainEqual({
    path: ['currency'],
    problem: 'is required with value.',
    message: 'The currency field is required with value.',
  });
  expect(recordEvents[1].issues.map(({ path }: { path: string[] }) => path[0])).toEqual(['email', 'name', 'currency']);
});

test.each([0, 1001])('a batch of %i rows is refused', async (count) => {
  const { extensions } = await fail(api, MANY, { inputs: Array.from({ length: count }, () => EVENT) });
  expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['events'] }] });
});

test.each([
  [{ email: 'x' }, 'email'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ value: 1 }, 'currency'],
  [{ value: -1, currency: 'EUR' }, 'value'],
  [{ properties: { a: 'x\u0000' } }, 'properties'],
  [{ reference: 'r'.repeat(256) }, 'reference'],
  [{ occurredAt: new Date(Date.now() + 90_000_000).toISOString() }, 'occurredAt'],
  [{ value: 1.5, currency: 'EUR' }, 'value'],
  [{ value: '12', currency: 'EUR' }, 'value'],
  [{ value: 2 ** 53, currency: 'EUR' }, 'value'],
  [{ occurredAt: '2026-02-30T12:00:00Z' }, 'occurredAt'],
  [{ occurredAt: '2026-01-31T12:00:00' }, 'occurredAt'],
  [{ properties: [] }, 'properties'],
  [{ email: 7 }, 'email'],
])('an event with %j is refused, naming the field', async (input, path) => {
  const { extensions } = await fail(api, ONE, { input: { ...EVENT, ...input } });
  expect(extensions.code).toBe('BAD_USER_INPUT');
  expect(extensions.issues?.map((issue) => issue.path)).toEqual([[path]]);
});

test('an address is found in any spelling', async () => {
  await ask(api, ONE, { input: { email: ' Zoë@BÜCHER.example ', name: 'visit' } });
  for (const email of ['zoë@bücher.example', 'ZOË@xn--bcher-kva.EXAMPLE']) {
    const { events } = await ask(api, `{ events(email: "${email}") { nodes { email } } }`);
    expect(events.nodes).toEqual([{ email: 'zoë@xn--bcher-kva.example' }]);
  }
});

test("a subscriber's events include the person's events from before the subscription", async () => {
  await ask(api, ONE, { input: { email: 'Eve@people.test', name: 'visit' } });
  const { data } = await subscribe(api, await makeList(api), [{ email: 'eve@people.test' }]);
  const query = 'query ($id: ID!) { subscriber(id: $id) { events(first: 1) { totalCount nodes { name email } } } }';
  const { subscriber } = await ask(api, query, { id: data[0].id });
  expect(subscriber.events).toEqual({ totalCount: 1, nodes: [{ name: 'visit', email: 'eve@people.test' }] });
});
