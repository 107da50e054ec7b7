import { expect, test } from 'vitest';
import type { Access } from '../../src/domain/platform/access.ts';
import { refusalOf } from '../../src/domain/platform/permissions.ts';
import { CONFLICT_REASONS } from '../../src/errors.ts';
import { ISSUE_CODES } from '../../src/issue-codes.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Operation {
  operationId: string;
  description: string;
  security: Record<string, string[]>[];
  responses: Record<string, unknown>;
  requestBody?: { content: Record<string, { examples?: Record<string, { summary?: string }> }> };
}

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const operations = Object.values(description.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
  Object.values(methods),
);
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id)!;

test.each(['listAuditLogEntries', 'exportAuditLog'])('%s needs the session of an owner', (id) => {
  const { security, description: words } = operationOf(id);
  expect(security).toEqual([{ token: ['read'] }, { session: ['owner'] }]);
  expect(words).toContain('Only owners');
});

test('each refusal of a caller is an example of 403, as the server words it', () => {
  const caller = { teamId: 1, ability: 'write', rateLimit: null, suspended: false };
  const token = { ...caller, kind: 'token', role: 'owner', tokenScopes: ['events:write'] } as unknown as Access;
  const viewer = { ...caller, kind: 'member', role: 'viewer' } as unknown as Access;
  const { examples } = description.components.responses.Forbidden.content['application/json'];
  expect(examples).toMatchObject({
    scope: { value: { message: refusalOf(token, 'write').message } },
    role: { value: { message: refusalOf(viewer, 'write').message } },
  });
});

test('the header with the codes of fields has a line for each code', () => {
  const words: string = description.components.headers['X-Error-Codes'].description;
  for (const [code, meaning] of Object.entries(ISSUE_CODES)) expect(words).toContain(`- \`${code}\`: ${meaning}`);
});

test('the header with the reason of a conflict has a line for each reason', () => {
  const words: string = description.components.headers['X-Error-Codes'].description;
  for (const [reason, meaning] of Object.entries(CONFLICT_REASONS))
    expect(words).toContain(`- \`${reason.toLowerCase()}\`: ${meaning}`);
  expect(description.components.responses.Conflict.headers).toHaveProperty('X-Error-Codes');
});

test('an operation that can conflict names its reasons', () => {
  const conflicting = operations.filter(({ responses }) => '409' in responses);
  const known = new Set(Object.keys(CONFLICT_REASONS).map((reason) => reason.toLowerCase()));
  const reasonsOf = (operation: Operation) =>
    [...JSON.stringify(operation).matchAll(/eturns 409 \(([^)]+)\)/g)].flatMap(([, list = '']) =>
      list.match(/\w{3,}/g),
    );
  const wrong = conflicting.filter((one) => {
    const reasons = reasonsOf(one);
    return reasons.length === 0 || reasons.some((reason) => !known.has(String(reason)));
  });
  expect(conflicting.length).toBeGreaterThan(25);
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test('descriptions name operations by their ids', () => {
  const wrong = new Set(
    operations.map(({ operationId }) => operationId.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)),
  );
  const found: string[] = [];
  JSON.stringify(description, (key, value) => {
    const names = key === 'description' && typeof value === 'string' ? [...value.matchAll(/`([a-z_]+)`/g)] : [];
    found.push(...names.flatMap(([, name = '']) => (name.includes('_') && wrong.has(name) ? [name] : [])));
    return value;
  });
  expect(found).toEqual([]);
});

test('operations that differ by their path have descriptions of their own', () => {
  const pairs = [
    ['listSegments', 'listAllSegments'],
    ['listEvents', 'listRecordedEvents'],
    ['getCampaign', 'getCampaignReportLink'],
  ] as const;
  for (const [one, other] of pairs) expect(operationOf(one).description).not.toBe(operationOf(other).description);
});

test('the examples of operations with several uses say what each is for', () => {
  const named = operations.flatMap(({ operationId, requestBody }) => {
    const { examples = {} } = requestBody?.content['application/json'] ?? {};
    const words = Object.values(examples).map(({ summary }) => summary);
    return words.length > 0 ? [[operationId, words] as const] : [];
  });
  for (const id of ['createCampaign', 'createSuppression', 'sendTransactionalMail']) {
    const [, words = []] = named.find(([one]) => one === id) ?? [];
    expect(words.length).toBeGreaterThan(1);
    expect(words.filter((one) => !one)).toEqual([]);
  }
});

test('lists have the bounds that the server enforces', () => {
  const { SplitStep, SegmentConditions, SegmentGroup } = description.components.schemas;
  expect(SplitStep.properties.branches).toMatchObject({ minItems: 2, maxItems: 20 });
  for (const group of [SegmentConditions, SegmentGroup])
    expect(group.properties.rules).toMatchObject({ minItems: 1, maxItems: 50 });
});
