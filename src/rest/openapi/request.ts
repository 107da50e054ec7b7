import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
} from 'graphql';
import { deprecatedKeys } from '../deprecated-keys.ts';
import { variablesIn } from '../document-parts.ts';
import { FILTER, filterFields } from '../filter.ts';
import { bodyType, fieldOfPath, namesIn, wholeInput } from '../path-fields.ts';
import { fileVariable, type Route, readsQuery, takesImage } from '../route.ts';
import { wireName } from '../wire.ts';
import { variableArguments } from './descriptions.ts';
import { exampleOf } from './example.ts';
import { fieldForm, formIn } from './form.ts';
import { inputSchema } from './input-schema.ts';
import { partIn } from './json-parts.ts';
import { type JsonSchema, notNull } from './json-schema.ts';
import { openBody } from './open-bodies.ts';
import { pathParameter } from './path-parameters.ts';
import { fileBody, imageBody, jsonBody } from './request-bodies.ts';
import { headerParameters, queryParameters, type Variable } from './request-parameters.ts';
import { inputTypeOf, writtenInput } from './written-input.ts';

/** The parameters and body of a route, from its request variables. */
export function describeRequest(schema: GraphQLSchema, inputs: Record<string, JsonSchema>, route: Route): JsonSchema {
  const { path, upload } = route;
  const variables = givenVariables(schema, inputs, route);
  const names = namesIn(path);
  const others = variables.filter(({ wire }) => !names.includes(wire));
  const inQuery = readsQuery(route) || upload ? others : [];
  const written = writtenInput(schema, route.document, names);
  const body = readsQuery(route) || upload ? undefined : written ? inputSchema(written, inputs) : jsonBody(others);
  if (body) openBody(route, body, inputs);
  return {
    parameters: [
      ...names.map((name) => {
        const known = variables.find(({ wire }) => wire === name)?.schema;
        return pathParameter(path, name, known ?? partSchema(schema, route, name));
      }),
      ...queryParameters(route, inQuery),
      ...headerParameters(route),
    ],
    ...(upload && { requestBody: takesImage(upload) ? imageBody(others) : fileBody(others) }),
    ...(body && {
      requestBody: {
        required:
          written !== undefined || (others.some(({ required }) => required) && !isOptional(route, body, inputs)),
        content: {
          'application/json': {
            schema: body,
            ...(route.examples
              ? { examples: route.examples }
              : { example: route.example ?? exampleOf(body, inputs, { isSent: true }) }),
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
  return filterFields(filter).map(({ field, wire }) => ({
    name: field.name,
    wire,
    schema: inputSchema(field.type, inputs, fieldForm(formIn(filter), field.name), partIn(field)),
    required: false,
    description: field.description,
    isDeprecated: deprecated.has(wire),
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

/** In a query or a form, any JSON is sent as text. */
const textSchema: typeof inputSchema = (type, components, form) =>
  getNamedType(type).name === 'JSON'
    ? { type: 'string', contentMediaType: 'application/json', description: 'JSON, as text.' }
    : notNull(inputSchema(type, components, form));
