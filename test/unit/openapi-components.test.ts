import { expect, test } from 'vitest';
import { DESCRIBED } from '../../src/rest/openapi/component-descriptions.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Operation {
  operationId: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const components: Record<string, Record<string, object>> = description.components;

test('a response to an error has the name of its status in words', () => {
  expect(Object.keys(components.responses!)).toEqual([
    ...['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'RequestTimeout', 'Conflict', 'Gone'],
    ...[
      'PayloadTooLarge',
      'UnsupportedMediaType',
      'UnprocessableEntity',
      'TooManyRequests',
      'ServiceUnavailable',
      'UnexpectedError',
    ],
  ]);
});

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** The places of objects inside others that have no component. Parts of `allOf` belong to the whole. */
function inlineIn(schema: Schema, at: string, isWhole = false): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const own = schema.properties && !isWhole ? [at] : [];
  const values = [items, additionalProperties, ...anyOf, ...oneOf].filter((one) => typeof one === 'object');
  return [
    ...own,
    ...Object.entries(properties).flatMap(([key, one]) => inlineIn(one, `${at}.${key}`)),
    ...values.flatMap((one) => inlineIn(one, at)),
    ...allOf.flatMap((one) => inlineIn(one, at, true)),
  ];
}

test('every object inside another is a component', () => {
  const schemas = Object.entries(components.schemas as Record<string, Schema>);
  expect(schemas.length).toBeGreaterThan(400);
  expect(schemas.flatMap(([name, schema]) => inlineIn(schema, name, true))).toEqual([]);
});

test('equal objects inside others share a component', () => {
  const { schemas } = components as { schemas: Record<string, { properties: Record<string, Schema> }> };
  for (const name of ['CampaignReport', 'AutomationReport', 'Person', 'PersonExport', 'CampaignReportVariant'])
    expect([name, schemas[name]!.properties.revenue!.items]).toEqual([
      name,
      { $ref: '#/components/schemas/RevenueTotal' },
    ]);
});

test('what a place says of an object stays beside its reference, and null beside both', () => {
  const { Campaign } = components.schemas as Record<string, { properties: Record<string, object> }>;
  expect(Campaign!.properties.recurrence).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Recurrence' }, { type: 'null' }],
    description: expect.stringMatching(/\.$/),
  });
});

test('the name of a component consists of words', () => {
  const names = Object.values(components).flatMap((all) => Object.keys(all));
  expect(names.filter((name) => /\d/.test(name.replace('OAuth2', '')))).toEqual([]);
  expect(
    names.filter((name) => /^(Get|List)\w*(Result|Response|Meta|Page)$/.test(name) && !name.startsWith('ListGrowth')),
  ).toEqual([]);
  expect(names).not.toContain('List'); // built into several languages
});

test('every component says what it is, and every key of an object', () => {
  const { schemas } = components as { schemas: Record<string, Schema & { description?: string }> };
  expect(Object.keys(schemas).filter((name) => !schemas[name]!.description)).toEqual([]);
  const silent = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, { description?: string; $ref?: string }>)
      .filter(([, { description: text, $ref }]) => !text && !$ref)
      .map(([key]) => `${name}.${key}`),
  );
  expect(silent).toEqual([]);
  expect(DESCRIBED.filter((name) => !schemas[name])).toEqual([]);
});

test('the name of a shared parameter says what it identifies, filters, sorts or sets', () => {
  const odd = Object.entries(components.parameters as Record<string, Parameter>).filter(([name, parameter]) => {
    if (parameter.in === 'path') return !/^[A-Z]\w*(Id|Key)$/.test(name);
    if (parameter.in === 'header') return !/^[A-Z]\w*Header$/.test(name);
    return !/^(Page|After|PersonEmail|\w*PerPage|\w+(Sort|Filter|Option))$/.test(name);
  });
  expect(odd.map(([name]) => name)).toEqual([]);
});

test('the headers of notifications are shared parameters', () => {
  const webhooks = Object.values<{ post: { parameters: Parameter[] } }>(description.webhooks);
  for (const { post } of webhooks)
    expect(post.parameters.map(({ $ref }) => $ref)).toEqual(
      ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => `#/components/parameters/${name}Header`),
    );
});

test('every notification has the keys of one base, and its own type and data', () => {
  type Part = { $ref?: string; properties?: Record<string, { $ref?: string; const?: string; description?: string }> };
  const schemas = components.schemas as Record<string, Part & { allOf?: Part[] }>;
  const kinds = Object.keys(description.webhooks).filter((kind) => kind !== 'ping');
  const { oneOf, discriminator } = schemas.WebhookNotification as unknown as {
    oneOf: { $ref: string }[];
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  expect(Object.keys(discriminator.mapping)).toEqual(kinds);
  expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
  for (const [kind, ref] of Object.entries(discriminator.mapping)) {
    const [base, own] = schemas[ref.split('/').at(-1)!]!.allOf!;
    expect([kind, base]).toEqual([kind, { $ref: '#/components/schemas/NotificationBase' }]);
    expect([kind, own!.properties!.type!.const]).toEqual([kind, kind]);
    expect([kind, own!.properties!.data!.$ref]).toEqual([kind, expect.stringMatching(/NotificationData$/)]);
  }
});

test('the data of notifications says what each object and value is', () => {
  const schemas = components.schemas as Record<string, { properties: Record<string, { description?: string }> }>;
  const data = Object.entries(schemas).filter(([name]) => name.endsWith('NotificationData'));
  expect(data.length).toBeGreaterThan(10);
  const silent = data.flatMap(([name, { properties }]) =>
    Object.entries(properties)
      .filter(([, { description: text }]) => !/\.$/.test(text ?? ''))
      .map(([key]) => `${name}.${key}`),
  );
  expect(silent).toEqual([]);
});

test('the feed and the kept deliveries have the notifications that webhooks receive', () => {
  const schemas = components.schemas as Record<
    string,
    { properties: Record<string, { $ref?: string; anyOf?: object[]; items?: object }> }
  >;
  const union = { $ref: '#/components/schemas/WebhookNotification' };
  expect(schemas.ChangesResponse!.properties.data!.items).toEqual(union);
  const { payload } = schemas.WebhookDeliveryWithPayload!.properties;
  expect(payload!.$ref ?? payload!.anyOf).toEqual(payload!.$ref ? union.$ref : expect.arrayContaining([union]));
});

test('a time, an id, an address and an amount are the same component everywhere', () => {
  const text = JSON.stringify(description);
  for (const name of ['Timestamp', 'Id', 'EmailAddress', 'Money', 'TimeZone', 'Duration'])
    expect([name, text.split(`#/components/schemas/${name}"`).length > 4]).toEqual([name, true]);
  const times = text.match(/"format":"date-time"/g)!;
  expect(times).toHaveLength(1);
  const { Subscriber } = components.schemas as Record<string, { properties: Record<string, object> }>;
  expect(Subscriber!.properties.unsubscribed_at).toMatchObject({
    anyOf: [{ $ref: '#/components/schemas/Timestamp' }, { type: 'null' }],
  });
});

test('operations with the same keys in their bodies share a component', () => {
  const shapeOf = (schema: object) =>
    JSON.stringify(schema, (key, value) => {
      if (['description', 'example', 'examples'].includes(key) && typeof value !== 'object') return undefined;
      return key === 'required' && Array.isArray(value) ? [...value].sort() : key === 'examples' ? undefined : value;
    });
  const names = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(components.schemas as Record<string, Schema>))
    if (schema.properties) names.set(shapeOf(schema), [...(names.get(shapeOf(schema)) ?? []), name]);
  const twins = [...names.values()].filter((all) => all.length > 1).map((all) => all.sort());
  expect(twins).toEqual([['SubscribedList', 'ViewerTeam']]); // two things with an id and a name
  for (const name of ['SubscriberInput', 'SendWindow', 'SubscriberTagsInput', 'TagInput'])
    expect([name, name in components.schemas!]).toEqual([name, true]);
});

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  description?: string;
}

test('every part of a path says what it identifies and which operation returns it', () => {
  const paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>> = description.paths;
  const silent = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) =>
      parameters
        .map(({ $ref, ...own }) => ($ref ? (components.parameters![$ref.split('/').at(-1)!] as Parameter) : own))
        .filter((one) => one.in === 'path' && !/^The (id|key) of an? .*`\w+`\.$/.test(one.description ?? ''))
        .map(({ name }) => `${operationId}: ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});

test('an operation describes the errors of its own requests, and all others by default', () => {
  const operations = Object.values(description.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method })),
  );
  for (const { operationId, method, parameters = [], requestBody, responses } of operations) {
    const statuses = Object.keys(responses);
    expect([operationId, responses.default]).toEqual([operationId, { $ref: '#/components/responses/UnexpectedError' }]);
    expect([operationId, statuses.includes('415')]).toEqual([operationId, requestBody !== undefined]);
    if (method === 'get' && parameters.length === 0)
      expect([operationId, statuses.includes('422')]).toEqual([operationId, false]);
  }
  expect(operations.length).toBeGreaterThan(200);
});

test('a successful response says what it has', () => {
  const operations = Object.values(description.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods),
  );
  const silent = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Record<string, { description?: string }>)
      .filter(([status, response]) => /^2/.test(status) && /^(Done|Created|Queued)\./.test(response.description ?? ''))
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(silent).toEqual([]);
});
