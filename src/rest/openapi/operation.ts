import {
  type FragmentDefinitionNode,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLSchema,
  getNullableType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { Download, Route } from '../route.ts';
import { wireName } from '../wire.ts';
import { exampleOf } from './example.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';
import { dataSchema } from './responses.ts';

interface Variable {
  name: string;
  wire: string;
  schema: JsonSchema;
  required: boolean;
}

/** One route as an OpenAPI operation, from its document and the types of the schema. */
export function describeOperation(schema: GraphQLSchema, writer: SchemaWriter, route: Route): JsonSchema {
  const operation = route.document.definitions.find((part) => part.kind === Kind.OPERATION_DEFINITION);
  const { name, variableDefinitions, operation: kind, selectionSet } = operation as OperationDefinitionNode;
  const fragments = new Map(
    route.document.definitions
      .filter((part): part is FragmentDefinitionNode => part.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const [root] = selectionSet.selections;
  if (root?.kind !== Kind.FIELD) throw new Error(`${route.path}: the document must begin with a field`);
  const field = schema.getRootType(kind)?.getFields()[root.name.value];
  if (!field) throw new Error(`${route.path}: ${root.name.value} is not in the schema`);
  const taken = (definitionsOfUpload(route) ?? variableDefinitions ?? []) as NonNullable<typeof variableDefinitions>;
  const variables = taken.map(({ variable, type }): Variable => {
    // biome-ignore lint/suspicious/noExplicitAny: typeFromAST is typed for one kind of node at a time
    const inputType = typeFromAST(schema, type as any) as GraphQLInputType;
    const wire = wireName(variable.name.value);
    return { name: variable.name.value, wire, schema: writer.input(inputType), required: isNonNullType(inputType) };
  });
  const value = writer.output(new GraphQLNonNull(getNullableType(field.type)), root.selectionSet, fragments);
  const bodies = route.download ? {} : (route.answer.describe?.(value) ?? { 200: dataSchema(value) });
  const inPath = variables.filter(({ wire }) => route.path.split('/').includes(`:${wire}`));
  const others = variables.filter(
    (variable) => !inPath.includes(variable) && !(route.upload && variable.name === 'csv'),
  );
  const body = route.method === 'GET' || route.upload ? undefined : bodyOf(others);
  const operationId = (name?.value ?? root.name.value).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  return {
    operationId,
    summary: field.description ?? operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    tags: [tagOf(route)],
    parameters: [
      ...inPath.map(({ wire, schema }) => ({ name: wire, in: 'path', required: true, schema })),
      ...(route.method === 'GET' || route.upload ? queryParameters(route, others) : []),
      ...(route.method === 'GET' ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...(route.upload && { requestBody: fileBody(others) }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: exampleOf(body, writer.components) } },
      },
    }),
    responses: {
      ...(route.download && { 200: fileAnswer(route.download) }),
      ...Object.fromEntries(
        Object.entries(bodies).map(([status, schema]) => [status, success(Number(status), schema)]),
      ),
      ...errorsOf(route, body !== undefined || route.upload !== undefined),
    },
  };
}

const fileAnswer = ({ types }: Download): JsonSchema => ({
  description: 'The file, as a stream.',
  content: Object.fromEntries(Object.values(types).map((type) => [type.split(';')[0], { schema: { type: 'string' } }])),
});

/** What comes with a file is declared by the document that takes it. */
function definitionsOfUpload({ upload }: Route) {
  if (!upload || upload === 'straight') return undefined;
  const operation = upload.receive.definitions.find((part) => part.kind === Kind.OPERATION_DEFINITION);
  return (operation as OperationDefinitionNode).variableDefinitions;
}

/** A file by itself, or in a form behind the fields that go with it. */
function fileBody(fields: Variable[]): JsonSchema {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = { ...Object.fromEntries(fields.map(({ wire, schema }) => [wire, schema])), file };
  return {
    required: true,
    description: 'A file of any size, also packed with gzip.',
    content: {
      'text/csv': { schema: { type: 'string' }, example: 'email,first_name\r\nada@example.com,Ada\r\n' },
      'application/gzip': { schema: file },
      'multipart/form-data': { schema: { type: 'object', properties, required: ['file'] } },
    },
  };
}

/** The resource that a route belongs to. */
export const tagOf = ({ path }: Route): string =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .at(path.startsWith('/lists/:list/') ? 1 : 0) as string;

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key returns the first response for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function queryParameters({ pages }: Route, variables: Variable[]): JsonSchema[] {
  const filters = variables.filter(({ name }) => !(pages && (name === 'first' || name === 'offset')));
  const query = (name: string, schema: JsonSchema, required = false) => ({ name, in: 'query', required, schema });
  return [
    ...filters.map(({ wire, schema, required }) => query(wire, schema, required)),
    ...(pages
      ? [
          query('page', { type: 'integer', minimum: 1, default: 1 }),
          query('per_page', { type: 'integer', minimum: 1, maximum: pages.max, default: pages.usual }),
        ]
      : []),
  ];
}

function bodyOf(variables: Variable[]): JsonSchema | undefined {
  const whole = variables.find(({ name }) => name === 'input');
  if (whole) return whole.schema;
  if (variables.length === 0) return undefined;
  const required = variables.filter((variable) => variable.required).map(({ wire }) => wire);
  const properties = Object.fromEntries(variables.map(({ wire, schema }) => [wire, schema]));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function success(status: number, schema: JsonSchema | undefined): JsonSchema {
  const description = { 200: 'Done.', 201: 'Created.', 202: 'Queued.', 204: 'Gone.' }[status] ?? 'Done.';
  return { description, ...(schema && { content: { 'application/json': { schema } } }) };
}

function errorsOf({ method, path, upload }: Route, hasBody: boolean): Record<string, JsonSchema> {
  const statuses = ['401', '403', '422', '429'];
  if (path.includes(':')) statuses.push('404');
  if (method === 'DELETE' || upload) statuses.push('409');
  if (method !== 'GET' && hasBody) statuses.push('400', '413', '415');
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  );
}
