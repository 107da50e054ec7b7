import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
} from 'graphql';
import { canContinue, NEXT_CURSOR } from '../cursor.ts';
import { deprecatedKeys } from '../deprecated-keys.ts';
import { variablesIn } from '../document-parts.ts';
import { FILTER } from '../filter.ts';
import { IMAGE_TYPES } from '../image-upload.ts';
import type { PageSize } from '../page.ts';
import { bodyType, fieldOfPath, namesIn, wholeInput } from '../path-fields.ts';
import { fileVariable, type Route, readsKey, readsQuery, takesImage } from '../route.ts';
import { wireName } from '../wire.ts';
import { variableArguments } from './descriptions.ts';
import { exampleOf } from './example.ts';
import { fieldForm, formIn } from './form.ts';
import { inputSchema } from './input-schema.ts';
import { partIn } from './json-parts.ts';
import { described, type JsonSchema, notNull } from './json-schema.ts';
import { pathParameter } from './path-parameters.ts';
import { inputTypeOf, writtenInput } from './written-input.ts';

interface Variable {
  name: string;
  wire: string;
  schema: JsonSchema;
  required: boolean;
  description?: string | null | undefined;
  isDeprecated?: boolean;
}

/** The parameters and body of a route, from its request variables. */
export function describeRequest(schema: GraphQLSchema, inputs: Record<string, JsonSchema>, route: Route): JsonSchema {
  const { path, answer, upload } = route;
  const variables = givenVariables(schema, inputs, route);
  const names = namesIn(path);
  const others = variables.filter(({ wire }) => !names.includes(wire));
  const inQuery = readsQuery(route) || upload ? others : [];
  const written = writtenInput(schema, route.document, names);
  const body = readsQuery(route) || upload ? undefined : written ? inputSchema(written, inputs) : jsonBody(others);
  return {
    parameters: [
      ...names.map((name) => {
        const known = variables.find(({ wire }) => wire === name)?.schema;
        return pathParameter(path, name, known ?? partSchema(schema, route, name));
      }),
      ...('pages' in answer && answer.pages ? pageParameters(inQuery, answer.pages) : inQuery.map(queryParameter)),
      ...(continues(route) ? [AFTER_PARAMETER] : []),
      ...(readsKey(route) ? [IDEMPOTENCY_KEY] : []),
      ...(route.events ? [LAST_EVENT_ID] : []),
    ],
    ...(upload && { requestBody: takesImage(upload) ? imageBody(others) : fileBody(others) }),
    ...(body && {
      requestBody: {
        required:
          written !== undefined || (others.some(({ required }) => required) && !isOptional(route, body, inputs)),
        content: {
          'application/json': {
            schema: body,
            example: route.example ?? exampleOf(body, inputs, { isSent: true }),
          },
        },
      },
    }),
  };
}

/** For a file in two steps, the first document declares the accompanying fields. The file itself is not a field. */
function givenVariables(schema: GraphQLSchema, inputs: Record<string, JsonSchema>, route: Route) {
  const { document, path, upload } = route;
  const deprecated = deprecatedKeys(schema, route);
  const source = upload && upload !== 'straight' ? upload.receive : document;
  const known = variableArguments(schema, source);
  return variablesIn(source)
    .flatMap(({ variable, type }): Variable[] => {
      const name = variable.name.value;
      if (name === FILTER) return filtersOf(inputTypeOf(schema, type), inputs, deprecated);
      const inputType = bodyType(inputTypeOf(schema, type), source, path);
      const schemaOf = upload ? textSchema : inputSchema;
      const required = isNonNullType(inputType);
      const { description, form, part } = known.get(name) ?? {};
      const wire = wireName(name);
      const isDeprecated = deprecated.has(wire);
      return [{ name, wire, schema: schemaOf(inputType, inputs, form, part), required, description, isDeprecated }];
    })
    .filter(({ name }) => !(upload && name === fileVariable(upload)));
}

/** The parameters that together are a filter. */
function filtersOf(
  type: GraphQLInputType,
  inputs: Record<string, JsonSchema>,
  deprecated: ReturnType<typeof deprecatedKeys>,
): Variable[] {
  const filter = getNamedType(type) as GraphQLInputObjectType;
  return Object.values(filter.getFields()).map((field) => ({
    name: field.name,
    wire: wireName(field.name),
    schema: inputSchema(field.type, inputs, fieldForm(formIn(filter), field.name), partIn(field)),
    required: false,
    description: field.description,
    isDeprecated: deprecated.has(wireName(field.name)),
  }));
}

/** Whether a request may omit its body: an action with only optional fields. A change without fields changes nothing. */
function isOptional({ method }: Route, body: JsonSchema, components: Record<string, JsonSchema>): boolean {
  const name = String(body.$ref ?? '')
    .split('/')
    .at(-1) as string;
  return method === 'POST' && !(components[name] ?? body).required;
}

/** The schema of a part of the path that a field of the input takes. */
function partSchema(schema: GraphQLSchema, { document }: Route, name: string): JsonSchema {
  const input = wholeInput(schema, document) as GraphQLInputObjectType;
  const field = fieldOfPath(input, name);
  return inputSchema(input.getFields()[field]!.type, {}, fieldForm(formIn(input), field));
}

function queryParameter({ wire, schema, required, description, isDeprecated }: Omit<Variable, 'name'>): JsonSchema {
  const value = notNull(schema);
  const parameter = { name: wire, in: 'query', required, ...(value.type === 'array' && AT_COMMAS), schema: value };
  return described(isDeprecated ? { ...parameter, deprecated: true } : parameter, description);
}

/** A list is written `a,b`. */
const AT_COMMAS = { style: 'form', explode: false };

/** A page number replaces the paging arguments. */
const pageParameters = (variables: Variable[], { usual, max }: PageSize): JsonSchema[] => [
  ...variables.filter(({ name }) => name !== 'first' && name !== 'offset').map(queryParameter),
  queryParameter({
    wire: 'page',
    schema: { type: 'integer', minimum: 1, default: 1 },
    required: false,
    description: 'The number of the page. For long lists, `after` is faster.',
  }),
  queryParameter({
    wire: 'per_page',
    schema: { type: 'integer', minimum: 1, maximum: max, default: usual },
    required: false,
    description: 'How many rows a page has.',
  }),
];

/** Whether the pages of a route may follow a cursor. */
export const continues = ({ answer, document }: Route): boolean =>
  'pages' in answer && answer.pages !== undefined && canContinue(document);

const AFTER_PARAMETER = queryParameter({
  wire: 'after',
  schema: { type: 'string' },
  required: false,
  description: `Continues after the previous page: the value of its header ${NEXT_CURSOR}, with the same filters and order. Unlike page numbers it neither skips nor repeats a row when rows are added or deleted meanwhile.`,
});

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'Of a stream: the id of the last event. Browsers send it when they reconnect. It takes precedence over `after`.',
  schema: { type: 'string' },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a key returns the first response, for 24 hours. After a refused body (422), you can use the key again with a corrected body.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function jsonBody(variables: Variable[]): JsonSchema | undefined {
  const whole = variables.find(({ name }) => name === 'input');
  if (whole) return notNull(whole.schema);
  if (variables.length === 0) return undefined;
  const required = variables.filter((variable) => variable.required).map(({ wire }) => wire);
  return { type: 'object', properties: propertiesOf(variables), ...(required.length > 0 && { required }) };
}

const propertiesOf = (variables: Variable[]) =>
  Object.fromEntries(
    variables.map(({ wire, schema, description }) => {
      const words = [description, schema.description].filter(Boolean).join(' ');
      return [wire, described(schema, words)];
    }),
  );

/** In a query or a form, any JSON is sent as text. */
const textSchema: typeof inputSchema = (type, components, form) =>
  getNamedType(type).name === 'JSON'
    ? { type: 'string', contentMediaType: 'application/json', description: 'JSON, as text.' }
    : notNull(inputSchema(type, components, form));

/** A file. Generators recognise the format, validators the media type. */
const fileOf = (description: string): JsonSchema => ({
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  description,
});

/** A form with a file after its fields. It comes first, because most generators take the first type of a body. */
const formWith = (fields: Variable[], file: JsonSchema, example: object): JsonSchema => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { ...propertiesOf(fields), file }, required: ['file'] },
    example,
  },
});

/** An image in a form with its fields, or as the body. */
function imageBody(fields: Variable[]): JsonSchema {
  const file = fileOf('The image.');
  return {
    required: true,
    description: 'An image of up to 10 MB.',
    content: {
      ...formWith(fields, file, { alt: 'A pair of red shoes', file: 'The bytes of boots.png' }),
      ...Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: file }])),
    },
  };
}

const CSV = 'email,first_name\r\nbob@example.org,Bob\r\n';

/** A file in a form after its fields, or as the body. */
function fileBody(fields: Variable[]): JsonSchema {
  const file = fileOf('The file.');
  return {
    required: true,
    description: 'A file of any size, optionally compressed with gzip.',
    content: {
      ...formWith(fields, file, { file: CSV }),
      'text/csv': { schema: { type: 'string' }, example: CSV },
      'application/gzip': { schema: file },
    },
  };
}
