import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { BODIES } from '../../src/rest/openapi/example-bodies.ts';
import { STATES } from '../../src/rest/openapi/example-states.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

const { paths } = JSON.parse(JSON.stringify(openApiDocument(schema, routes))) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

// biome-ignore lint/suspicious/noExplicitAny: an example has any shape
const bodyOf = (operationId: string, status = '200'): any =>
  operations.find((one) => one.operationId === operationId)?.responses[status]?.content?.['application/json']?.example;

test('each state of an example belongs to an operation and a status of it', () => {
  const unknown = [...Object.keys(STATES), ...Object.keys(BODIES)].filter((key) => {
    const [operationId, status] = key.split(' ');
    const responses = operations.find((one) => one.operationId === operationId)?.responses ?? {};
    return !Object.keys(responses).some((one) => one.startsWith('2') && (status === undefined || one === status));
  });
  expect(unknown).toEqual([]);
});

test.each([
  ['createTransport', { secure: false, sent_today: 0, is_default: false, domain_limits: [], sending_pauses: [] }],
  ['createFeedbackSource', { last_received_at: null, secret: expect.stringMatching(/^whsec_/) }],
  ['createSendingDomain', { verified_at: null, records: [{ purpose: 'dkim', state: 'unknown', published: [] }] }],
  ['createForm', { consent_version: 1, fields: [{ field: 'first_name', label: 'First name', hidden: false }] }],
  ['createTemplate', { locale_variants: {} }],
  ['createCampaign', { segments: [], utm: { content: null } }],
])('the example of %s shows a new object', (operationId, data) => {
  expect(bodyOf(operationId, '201').data).toMatchObject(data);
});

test.each([
  ['shareCampaignReport', { report_url: expect.stringMatching(/^https:.*\/report\//) }],
  ['getOutboxMessage', { content: { html: expect.stringContaining('<p>') } }],
  ['getUnsubscribeReasons', { too_often: 12 }],
  ['getCampaignComparison', { campaigns: 8, rates: { open: 0.42 } }],
  ['rotateDkim', { rotation_started_at: expect.any(String), dkim_keys: [{ status: 'current' }, { status: 'next' }] }],
  ['renderTemplate', { subject: 'Thank you, Ada' }],
  ['getAutomationRun', { steps: [{ outcome: 'done', reason: null }] }],
])('the example of %s shows what the operation is for', (operationId, data) => {
  expect(bodyOf(operationId).data).toMatchObject(data);
});

test('a repeated sale and a repeated refund are duplicates in their examples', () => {
  for (const operationId of ['recordConversion', 'refundOrder', 'refundConversion'])
    expect([bodyOf(operationId).data.status, bodyOf(operationId, '201').data.status]).toEqual([
      'duplicate',
      'recorded',
    ]);
});

test.each([
  ['createSubscribers', { meta: { added: 1, failed: 1 } }],
  ['recordEvent', { failed: 1 }],
  ['sendTransactionalMails', { failed: 1 }],
])('the example of %s has a row that was refused, which is counted', (operationId, counted) => {
  const body = bodyOf(operationId);
  expect(body).toMatchObject(counted);
  expect(body.data).toHaveLength(2);
  expect(body.data[1]).toSatisfy((row) => 'message' in row || 'errors' in row);
});

test('the example of an export is a page of its own path, with the numbers of its rows', () => {
  const { data, links, meta } = bodyOf('exportPerson');
  expect(links.first).toBe('https://mail.shop.example/api/v1/people/export?email=ada%40example.com&page=1');
  expect(meta).toMatchObject({ per_page: 100, total: 1 });
  const counted = Object.keys(meta.totals).map((name) => [name, data[name].length]);
  expect(meta.totals).toEqual(Object.fromEntries(counted));
  expect(data.automation_runs).toMatchObject([{ version: 1, state: 'active', ended_at: null }]);
  expect(data.sign_ups).toMatchObject([{ address_family: 4, address: '192.0.2.7' }]);
});
