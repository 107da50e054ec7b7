import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
  type OperationTypeNode,
} from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { schema } from '../../../src/schema/index.ts';
import type { CallOptions, TestApp } from '../../support/app.ts';
import { makeExampleObjects, makeRowOfEachType } from '../../support/example-rows.ts';
import { ask } from '../../support/graphql.ts';
import { signIn } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { openRelayStore, type RelayStore } from '../../support/relay-store.ts';
import { joined, selectionOf } from '../../support/whole-selection.ts';
import { EMAIL, openKnownPerson } from '../people/known-person.ts';

type Field = GraphQLField<unknown, unknown>;

let api: TestApp;
let options: CallOptions;
let store: RelayStore;
const warnings: string[] = [];
beforeAll(async () => {
  api = await openKnownPerson();
  await makeExampleObjects(api);
  await makeRowOfEachType(api);
  const { memberId, options: owner } = await signIn(api, 'owner');
  options = owner;
  await insertRows(memberId);
  store = openRelayStore();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => void warnings.push(words.join(' ')));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

/** Rows that no operation creates at once. */
async function insertRows(memberId: string): Promise<void> {
  const { teamId } = api;
  const { id: transportId } = await api.db.transport.findFirstOrThrow({ where: { teamId } });
  const pause = { teamId, transportId, domain: 'a.test', failures: 5, reason: '451', pausedUntil: new Date() };
  await api.db.sendingPause.create({ data: { ...pause, id: newId() } });
  const invitation = { teamId, email: 'new@staff.test', role: 'viewer' as const };
  await api.db.invitation.create({
    data: { ...invitation, id: newId(), expiresAt: new Date(Date.now() + 86_400_000) },
  });
  const { id: webhookId } = await api.db.webhook.findFirstOrThrow({ where: { teamId }, orderBy: { id: 'desc' } });
  const body = JSON.stringify({ timestamp: new Date(), data: {} });
  const sent = { url: 'https://hooks.shop.test/', host: 'hooks.shop.test', body, kind: 'campaign.sent' };
  await api.db.webhookDelivery.create({ data: { ...sent, teamId, webhookId, id: newId() } });
  await api.db.peopleView.create({ data: { teamId, id: newId(), name: 'Newcomers' } });
  const { userId } = await api.db.member.findFirstOrThrow({ where: { id: memberId } });
  const key = { credentialId: 'key', publicKey: Buffer.from('key'), counter: 0n, name: 'Phone' };
  await api.db.passkey.create({ data: { ...key, id: newId(), userId } });
}

const fieldsOf = (kind: 'query' | 'mutation'): Record<string, Field> =>
  schema.getRootType(kind as OperationTypeNode)!.getFields();

/** Runs a root field with everything below it, and stores the result as a Relay client does. */
async function keep(kind: 'query' | 'mutation', name: string, given = ''): Promise<void> {
  // The object of a mutation lies below its payload.
  const { text, nodes } = joined(selectionOf(fieldsOf(kind)[name]!, kind === 'query' ? 1 : 2, given));
  store.commit(kind as OperationTypeNode, nodes, await ask(api, `${kind} { ${text} }`, {}, options));
}

/** The id of any stored object of a type. */
const idOf = (type: string): string | undefined => [...store.types()].find(([, one]) => one === type)?.[0];

const BY_EMAIL = `email: "${EMAIL}"`;
const QUERIES: Record<string, string> = { events: BY_EMAIL, person: BY_EMAIL, searchPeople: `query: "${EMAIL}"` };

/** Queries that look up an object by its id alone. */
const isLookUp = ({ args }: Field) => {
  const required = args.filter(isRequiredArgument);
  return required.length === 1 && required[0]!.name === 'id';
};

test('no id of a query has two types', async () => {
  const queries = Object.values(fieldsOf('query')).filter(({ name }) => !['node', 'nodes'].includes(name));
  const pages = queries.filter(({ name, args }) => name in QUERIES || !args.some(isRequiredArgument));
  for (const { name } of pages) await keep('query', name, QUERIES[name]);
  for (const query of queries) {
    const id = idOf(getNamedType(query.type).name);
    if (id && isLookUp(query)) await keep('query', query.name, `id: "${id}"`);
  }
  const ofMedia = `id: "${idOf('Media')}"`;
  await keep('query', 'mediaUses', ofMedia);
  await keep('query', 'templateUses', `id: "${idOf('Template')}"`);
  for (const type of ['CampaignMessage', 'TransactionalMail'])
    await keep('query', 'messageTimeline', `id: "${idOf(type)}"`);
  const { id: conversion } = await api.db.sale.findFirstOrThrow({ where: { origin: 'conversion' } });
  await keep('query', 'conversion', `id: "${conversion}"`);
  await keep('query', 'subscribers', `listId: "${idOf('List')}"`);
  expect(warnings).toEqual([]);
});

const MAIL = '{ to: ["ada@people.test"], from: "shop@shop.test", subject: "Hello", text: "Hello" }';
const VISIT = `{ ${BY_EMAIL}, name: "visit" }`;

/** Every mutation that answers with more than nodes, with arguments. */
const MUTATIONS: Record<string, () => string> = {
  recordEvent: () => `input: ${VISIT}`,
  recordEvents: () => `input: { events: [${VISIT}] }`,
  recordSale: () => `input: { ${BY_EMAIL}, value: 9, currency: "EUR", reference: "nine" }`,
  updateSaleByReference: () => 'input: { reference: "nine", value: 8 }',
  refundSaleByReference: () => 'input: { reference: "nine", value: 1 }',
  updateSale: () => `input: { id: "${sale}", value: 1300 }`,
  refundSale: () => `input: { id: "${sale}", value: 1 }`,
  createSubscriber: () => `input: { listId: "${idOf('List')}", email: "ada@people.test" }`,
  createSubscribers: () => `input: { listId: "${idOf('List')}", subscribers: [{ email: "ada@people.test" }] }`,
  sendTransactionalMail: () => `input: ${MAIL}`,
  sendTransactionalMails: () => `input: { mails: [${MAIL}] }`,
  createContactField: () => 'input: { key: "age", type: TEXT }',
  updateContactField: () => 'input: { key: "age", type: NUMBER }',
  uploadMedia: () => `input: { file: "${png(4, 4).toString('base64')}" }`,
  receiveMedia: () => `input: { file: "${png(5, 5).toString('base64')}" }`,
  createSuppression: () => 'input: { email: "gone@people.test" }',
  importCsv: () => `input: { listId: "${idOf('List')}", csv: "email\\nada@people.test\\n" }`,
};

let sale: string;

test('no id of a mutation has two types', async () => {
  ({ id: sale } = await api.db.sale.findFirstOrThrow({ where: { origin: 'event', value: { gt: 1000 } } }));
  for (const [name, given] of Object.entries(MUTATIONS)) await keep('mutation', name, given());
  // An uploaded picture gets its id when it is published: by then another object may have it.
  const { receiveMedia } = await ask(
    api,
    `mutation { receiveMedia(input: { file: "${png(6, 6).toString('base64')}" }) { uploadId } }`,
  );
  await keep('mutation', 'publishMedia', `id: "${receiveMedia.uploadId}"`);
  await keep('query', 'sales');
  await keep('query', 'events');
  await keep('query', 'auditLog');
  expect(warnings).toEqual([]);
});

test('each type with an id was stored, and so compared', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const withId = types.filter((type) => 'id' in type.getFields());
  const stored = new Set(store.types().values());
  const missing = withId.filter(({ name }) => !stored.has(name));
  // Entries of a message's history share the form of their ids.
  const isEntry = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'TimelineEntry');
  expect(withId.filter((type) => isEntry(type) && stored.has(type.name)).length).toBeGreaterThan(3);
  expect(missing.filter((type) => !isEntry(type)).map(({ name }) => name)).toEqual([]);
});
