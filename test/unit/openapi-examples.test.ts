import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { OBJECTS } from '../../src/rest/openapi/example-objects.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Body {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Message {
  $ref?: string;
  headers?: Record<string, { $ref?: string }>;
  content?: Record<string, Body>;
}
interface Operation {
  operationId: string;
  requestBody?: Message;
  responses: Record<string, Message>;
}

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
ajv.addFormat('idn-hostname', true);
ajv.addFormat('iri', /^[a-z]+:\S+$/);
const components = description.components as { responses: Record<string, Message>; headers: Record<string, object> };
const operations = Object.values(description.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
  Object.values(methods),
);

const JSON_TYPE = 'application/json';
const jsonBodies: [name: string, body: Body][] = [
  ...operations.flatMap(({ operationId, requestBody, responses }) =>
    [['body', requestBody] as const, ...Object.entries(responses)].flatMap(([name, message]): [string, Body][] => {
      const body = message?.content?.[JSON_TYPE];
      return body ? [[`${operationId} ${name}`, body]] : [];
    }),
  ),
  ...Object.entries(components.responses).map(([name, { content }]): [string, Body] => [name, content![JSON_TYPE]!]),
];

test('every JSON body has an example that fits its schema', () => {
  expect(jsonBodies.length).toBeGreaterThan(200);
  const wrong = jsonBodies.flatMap(([name, { schema, example, examples = {} }]) => {
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    if (values.length === 0) return [`${name} has no example`];
    const fits = ajv.compile({ ...schema, components: description.components });
    return values.flatMap((value) => (fits(value) ? [] : [`${name}: ${ajv.errorsText(fits.errors)}`]));
  });
  expect(wrong).toEqual([]);
});

test('every file and stream in a response has an example', () => {
  const files = operations.flatMap(({ operationId, responses }) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.entries(content).flatMap(([type, { example }]) =>
        type === JSON_TYPE ? [] : [[`${operationId} ${type}`, typeof example] as const],
      ),
    ),
  );
  expect(files.length).toBeGreaterThan(7);
  expect(files.filter(([, example]) => example !== 'string')).toEqual([]);
});

test('the body of every webhook is a component that its example fits', () => {
  const bodies = Object.values(description.webhooks as Record<string, { post: Operation }>).map(
    ({ post }) => post.requestBody!.content![JSON_TYPE]! as Body & { schema: { $ref?: string } },
  );
  expect(bodies.length).toBeGreaterThan(30);
  for (const { schema, example } of bodies) {
    expect(schema.$ref).toMatch(/^#\/components\/schemas\/\w+Notification$/);
    const fits = ajv.compile({ ...schema, components: description.components });
    expect(fits(example), `${schema.$ref}: ${ajv.errorsText(fits.errors)}`).toBe(true);
  }
});

/** Values that only their author knows. */
const FREE =
  /(^|[. ])(properties|attributes|variables|data|answers|body|value|assume|event|mapping|formats|statuses|format|headers|locale_variants)$/;

test('objects with any keys are those whose keys only their author knows', () => {
  const free: string[] = [];
  const walk = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const {
      additionalProperties,
      properties = {},
      ...others
    } = part as { additionalProperties?: unknown; properties?: object };
    if (additionalProperties === true && !FREE.test(name)) free.push(name);
    walk(additionalProperties, name);
    for (const [key, inner] of Object.entries(properties)) walk(inner, `${name}.${key}`);
    for (const inner of Object.values(others)) walk(inner, name);
  };
  for (const [name, component] of Object.entries(description.components.schemas)) walk(component, name);
  expect([...new Set(free)]).toEqual([]);
});

test('every response names its headers', () => {
  const all = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => {
      const { headers = {} } = response.$ref ? components.responses[response.$ref.split('/').at(-1)!]! : response;
      return [`${operationId} ${status}`, Object.keys(headers)] as const;
    }),
  );
  const silent = all.filter(([, names]) => !names.includes('X-Request-Id') || !names.includes('X-RateLimit-Limit'));
  expect(silent).toEqual([]);
  const named = new Set(all.flatMap(([, names]) => names));
  expect([...named].sort()).toEqual(Object.keys(components.headers).sort());
});

test('the example of refused input names its fields', () => {
  const { examples } = components.responses.UnprocessableEntity!.content![JSON_TYPE]!;
  const example = examples!.several!.value;
  expect(example).toMatchObject({ message: expect.any(String), errors: { email: ['The email field is required.'] } });
});

const exampleOf = (operationId: string, status: string): Record<string, unknown> => {
  const { responses } = operations.find((one) => one.operationId === operationId)!;
  return (responses[status]!.content![JSON_TYPE]!.example as { data: Record<string, unknown> }).data;
};

test('an object has the same id in all examples, and another has another', () => {
  const [list, campaign, segment] = [
    exampleOf('getList', '200'),
    exampleOf('getCampaign', '200'),
    exampleOf('getSegment', '200'),
  ];
  expect([campaign.list, segment.list]).toEqual([list.id, list.id]);
  expect(campaign.segments).toEqual([segment.id]);
  expect(new Set([list.id, campaign.id, segment.id]).size).toBe(3);
});

test('the example of a response shows the sent values, and the state that the operation leaves', () => {
  expect(exampleOf('createList', '201')).toMatchObject({ requires_confirmation: false, subscribed_count: 0 });
  expect(exampleOf('updateList', '200')).toMatchObject({ name: 'Regular customers' });
  expect(exampleOf('createCampaign', '201')).toMatchObject({ status: 'draft', started_at: null });
  expect(exampleOf('pauseCampaign', '200')).toMatchObject({ status: 'paused' });
  expect(exampleOf('sendTransactionalMail', '201')).not.toHaveProperty('opened_at');
});

test('examples show no placeholders', () => {
  const found: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${name}.${key}`);
    else if (value === 'text' && !name.endsWith('.type')) found.push(name);
  };
  for (const [name, { example }] of jsonBodies) walk(example, name);
  expect(found).toEqual([]);
});

test('each object with example values is a component or a property of the document', () => {
  const text = JSON.stringify(description.components.schemas);
  const unknown = Object.entries(OBJECTS).flatMap(([name, fields]) => [
    ...(text.includes(`"${name}":`) ? [] : [name]),
    ...Object.keys(fields).flatMap((field) => (text.includes(`"${field}":`) ? [] : [`${name}.${field}`])),
  ]);
  expect(unknown).toEqual([]);
});

test.each([
  ['subscriber.unsubscribed', { subscriber: { status: 'unsubscribed', unsubscribed_at: expect.any(String) } }],
  ['subscriber.deleted', { subscriber: { id: expect.any(String) } }],
  ['mail.failed', { mail: { status: 'failed', sent_at: null } }],
  ['campaign.paused', { campaign: { status: 'paused' } }],
  ['automation.failed', { run: { state: 'failed', last_error: expect.any(String) } }],
])('the example of %s shows what has happened', (kind, data) => {
  const { example } = (description.webhooks as Record<string, { post: Operation }>)[kind]!.post.requestBody!.content![
    JSON_TYPE
  ] as unknown as { example: { data: object } };
  expect(example.data).toMatchObject(data);
  if (kind === 'mail.failed') expect(example.data).not.toHaveProperty('mail.opened_at');
  if (kind === 'subscriber.deleted') expect(example.data).toEqual(data);
});

interface Parameter {
  $ref?: string;
  name: string;
  schema: object;
  example?: unknown;
}

test('every parameter has an example that fits its schema', () => {
  const { parameters } = description.components as { parameters: Record<string, Parameter> };
  const own = Object.values(description.paths as Record<string, Record<string, { parameters: Parameter[] }>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation.parameters.filter(({ $ref }) => !$ref));
  const all = [...Object.values(parameters).filter(({ name }) => !name.startsWith('webhook-')), ...own];
  expect(all.length).toBeGreaterThan(100);
  const wrong = all.flatMap(({ name, schema, example }) => {
    if (example === undefined || example === 'text') return [`${name} has no example`];
    const fits = ajv.compile({ ...schema, components: description.components });
    return fits(example) ? [] : [`${name}: ${example}: ${ajv.errorsText(fits.errors)}`];
  });
  expect(wrong).toEqual([]);
});

test('the example of a response echoes the objects that the request sends', () => {
  expect(exampleOf('createCampaign', '201')).toMatchObject({ utm: { source: 'newsletter', content: null } });
  expect(exampleOf('createAutomation', '201')).toMatchObject({
    name: 'Abandoned cart',
    steps: [{ id: 'an-hour' }, {}],
  });
  expect(exampleOf('createForm', '201')).toMatchObject({ fields: [{ field: 'first_name', required: true }] });
  expect(exampleOf('createSegment', '201')).toMatchObject({ conditions: { rules: [{}, { value: ['vip'] }] } });
});

test('the examples of refused input name the codes that the header has', () => {
  const { examples } = components.responses.UnprocessableEntity!.content![JSON_TYPE]! as {
    examples: Record<string, { summary?: string }>;
  };
  expect(examples.several!.summary).toBe('X-Error-Codes: email=required, name=too_long');
});

test('the replacement of a deprecated parameter or key is named', () => {
  const deprecated: unknown[] = [];
  JSON.stringify(description, (_, value) => {
    if (value?.deprecated === true) deprecated.push(value.description);
    return value;
  });
  expect(deprecated.length).toBeGreaterThan(3);
  expect(deprecated.filter((words) => !/^Use `\w+`/.test(String(words)))).toEqual([]);
});
