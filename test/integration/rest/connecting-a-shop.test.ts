import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { withWholeParameters } from '../../support/whole-parameters.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: {
    content: Record<string, { schema: object; example?: object; examples?: Record<string, { value: object }> }>;
  };
}

/** One step: an operation by its id, the results of earlier steps, and changes to its example. */
type Step = (operationId: string, path?: Record<string, string>, change?: object) => Promise<Record<string, unknown>>;

let api: TestApp;
let step: Step;
beforeAll(async () => {
  api = await openTestApp();
  step = clientOf(withWholeParameters(JSON.parse((await api.app.inject('/api/openapi.json')).payload)));
});
afterAll(() => api.close());

/**
 * A client made from the description alone, like generated ones: it finds operations by id, sends the examples, and
 * refuses requests that do not fit their schema before sending. Answers are checked against the description too.
 */
function clientOf(description: { paths: Record<string, Record<string, Operation>>; components: object }): Step {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
  ajv.addFormat('iri', /^[a-z]+:\S+$/);
  const operations = new Map(
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [operation.operationId, { method, path, ...operation }] as const,
      ),
    ),
  );
  return async (operationId, given = {}, change = {}) => {
    const { method, path, requestBody } = operations.get(operationId) ?? expect.fail(`no operation ${operationId}`);
    const { schema, example, examples } = requestBody?.content['application/json'] ?? {};
    const sample = example ?? Object.values(examples ?? {})[0]?.value;
    const body = sample && { ...sample, ...change };
    if (schema) {
      const fits = ajv.compile({ ...schema, components: description.components });
      expect([operationId, fits(body), fits.errors]).toEqual([operationId, true, null]);
    }
    const answer = await api.rest(
      method.toUpperCase(),
      path.replace(/\{(\w+)\}/g, (_, name) => given[name.replace(/_id$/, '')] as string),
      body,
    );
    expect([operationId, answer.status < 300, answer.body?.errors]).toEqual([operationId, true, undefined]);
    return answer.body?.data;
  };
}

test('a shop can be connected using only the examples, without a 422', async () => {
  const list = (await step('createList')).id as string;
  const person = await step('createSubscriber', { list });
  expect(person).toMatchObject({ email: 'ada@example.com', status: 'subscribed', tags: ['vip'], list });
  await step('createTag');
  await step('addSubscriberTags', { subscriber: person.id as string });
  const segment = await step('createSegment', { list });
  expect(segment.subscribers_count).toBe(1);

  await step('createTemplate', {}, { name: 'Thanks' });
  const mail = await step('sendTransactionalMail');
  expect(mail).toMatchObject({ template: 'Thanks', to: ['ada@example.com'], status: 'pending' });
  expect(await step('getTransactionalMail', { mail: mail.id as string })).toMatchObject({ id: mail.id });

  expect(await step('recordEvent')).toMatchObject({ status: 'recorded' });
  const sale = await step('recordConversion', {}, { reference: 'order-1002' });
  expect(sale).toMatchObject({ status: 'recorded', value: 1250, currency: 'EUR' });

  const campaign = (await step('createCampaign', {}, { list, segments: [segment.id] })).id as string;
  expect(await step('updateCampaign', { campaign })).toMatchObject({ status: 'draft' });
  const token = await step('createApiToken');
  expect(token).toMatchObject({ rate_limit: 120 });
  await step('updateApiToken', { token: token.id as string });
  expect(await step('getTeam')).toMatchObject({ name: 'My team' });
});
