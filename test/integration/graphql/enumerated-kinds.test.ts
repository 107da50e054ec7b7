import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';
import { makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const CREATE = `mutation ($kinds: [ChangeKindOrAll!]!) {
  createWebhook(input: { url: "https://hooks.shop.test/x", kinds: $kinds }) { webhook { id kinds } }
}`;

test('a webhook takes and shows its kinds as enumeration values, which REST writes with dots', async () => {
  const { webhook } = (await ask(api, CREATE, { kinds: ['CAMPAIGN_SENT', 'SENDING_DOMAIN_FAILED'] })).createWebhook;
  expect(webhook.kinds).toEqual(['CAMPAIGN_SENT', 'SENDING_DOMAIN_FAILED']);
  const { data } = (await api.rest('GET', `/webhooks/${webhook.id}`)).body;
  expect(data.kinds).toEqual(['campaign.sent', 'sending_domain.failed']);
});

test('all kinds are ALL, which REST writes as *', async () => {
  const { webhook } = (await ask(api, CREATE, { kinds: ['ALL'] })).createWebhook;
  expect(webhook.kinds).toEqual(['ALL']);
  expect((await api.rest('GET', `/webhooks/${webhook.id}`)).body.data.kinds).toEqual(['*']);
});

test('a kind that does not exist is refused with a suggestion', async () => {
  const { message } = await fail(api, CREATE, { kinds: ['CAMPAIGN_SEND'] });
  expect(message).toContain('CAMPAIGN_SENT');
});

test('each kind has the name that notifications write', async () => {
  const { webhookKinds } = await ask(api, '{ webhookKinds { kind name } }');
  expect(webhookKinds).toContainEqual({ kind: 'SENDING_DOMAIN_FAILED', name: 'sending_domain.failed' });
  const { data } = (await api.rest('GET', '/webhook-kinds')).body;
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(
    webhookKinds.map(({ name }: { name: string }) => name),
  );
});

test('deliveries and changes are filtered by kind', async () => {
  const hook = await makeWebhook(api, { kinds: ['event.recorded', 'suppression.created'] });
  const { cursor } = (await ask(api, '{ changes { cursor } }')).changes;
  await api.rest('POST', '/events', { email: 'ada@people.test', name: 'seen' });
  await api.rest('POST', '/suppressions', { email: 'eve@people.test' });
  await makeAllWebhookDeliveries(api);
  const DELIVERIES = `query ($id: ID!) {
    webhook(id: $id) { deliveries(kind: SUPPRESSION_CREATED) { nodes { kind } } }
  }`;
  expect((await ask(api, DELIVERIES, { id: hook.id })).webhook.deliveries.nodes).toEqual([
    { kind: 'SUPPRESSION_CREATED' },
  ]);
  const CHANGES = 'query ($after: String) { changes(after: $after, kinds: [EVENT_RECORDED]) { nodes { kind name } } }';
  expect((await ask(api, CHANGES, { after: cursor })).changes.nodes).toEqual([
    { kind: 'EVENT_RECORDED', name: 'event.recorded' },
  ]);
});

test('the audit log shows actions and types of objects as enumeration values, and filters by them', async () => {
  await api.rest('POST', '/tags', { name: 'counted' });
  const ENTRIES =
    '{ auditLog(filter: { action: TAG_CREATED, objectType: TAG }) { nodes { action object { type name } } } }';
  expect((await ask(api, ENTRIES)).auditLog.nodes).toEqual([
    { action: 'TAG_CREATED', object: { type: 'TAG', name: 'counted' } },
  ]);
});

test('values that a newer version has stored are UNKNOWN', async () => {
  const { teamId } = api;
  const entry = { teamId, actorKind: 'token', actorId: newId(), door: 'rest', action: 'horse.ridden' };
  await api.db.auditEntry.create({ data: { ...entry, objectType: 'horse', objectName: 'Bucephalus' } });
  const ENTRIES = '{ auditLog(first: 1) { nodes { action object { type name } } } }';
  expect((await ask(api, ENTRIES)).auditLog.nodes).toEqual([
    { action: 'UNKNOWN', object: { type: 'UNKNOWN', name: 'Bucephalus' } },
  ]);
  const hook = await makeWebhook(api, { kinds: ['mail.sent'] });
  await api.db.webhook.updateMany({ where: { teamId, id: hook.id }, data: { kinds: ['mail.sent', 'horse.ridden'] } });
  expect((await ask(api, 'query ($id: ID!) { webhook(id: $id) { kinds } }', { id: hook.id })).webhook.kinds).toEqual([
    'MAIL_SENT',
    'UNKNOWN',
  ]);
});

test.each([
  ['changes', '{ changes(kinds: [UNKNOWN]) { cursor } }'],
  ['the audit log by action', '{ auditLog(filter: { action: UNKNOWN }) { totalCount } }'],
  ['the audit log by object', '{ auditLog(filter: { objectType: UNKNOWN }) { totalCount } }'],
  [
    'a webhook',
    'mutation { createWebhook(input: { url: "https://hooks.shop.test/x", kinds: [UNKNOWN] }) { webhook { id } } }',
  ],
])('nobody can ask for %s of an unknown kind', async (_, query) => {
  const { message, extensions } = await fail(api, query);
  expect(extensions.code).toBe('BAD_USER_INPUT');
  expect(message).toMatch(/must be one of|is not|must be/);
});
