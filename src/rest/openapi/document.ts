import type { GraphQLSchema } from 'graphql';
import type { Route } from '../route.ts';
import { type JsonSchema, SchemaWriter } from './json-schema.ts';
import { describeOperation, success, tagOf } from './operation.ts';
import { ERROR_RESPONSES, ERROR_SCHEMAS } from './responses.ts';

/** The OpenAPI 3.1 description of /v1, made from the route table and the schema alone. */
export function openApiDocument(schema: GraphQLSchema, routes: readonly Route[]): JsonSchema {
  const writer = new SchemaWriter();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const method = route.method.toLowerCase();
    const operation = describeOperation(schema, writer, route);
    const known = paths[path]?.[method];
    paths[path] = { ...paths[path], [method]: known ? united(known, operation) : operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidings',
      version: '1.0.0',
      description: 'Lists, subscribers, events, templates and transactional e-mails of a team.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: `Operations on ${name}.` })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...ERROR_SCHEMAS, ...writer.components },
      responses: Object.fromEntries(
        Object.entries(ERROR_RESPONSES).map(([status, value]) => [`Error${status}`, value]),
      ),
    },
  };
}

/** Two rows of one method and path: either body, and the answers of both. */
function united(one: JsonSchema, other: JsonSchema): JsonSchema {
  const content = (operation: JsonSchema) =>
    (operation.requestBody as { content: Record<string, { schema: JsonSchema; example: unknown }> }).content[
      'application/json'
    ];
  const bodies = [content(other), content(one)];
  const either = {
    schema: { anyOf: bodies.map((body) => body?.schema) },
    examples: { single: { value: bodies[0]?.example }, batch: { value: bodies[1]?.example } },
  };
  return {
    ...other,
    requestBody: { required: true, content: { 'application/json': either } },
    responses: unitedResponses(
      one.responses as Record<string, JsonSchema>,
      other.responses as Record<string, JsonSchema>,
    ),
  };
}

function unitedResponses(
  one: Record<string, JsonSchema>,
  other: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  const schemaOf = (response: JsonSchema | undefined) =>
    (response?.content as { 'application/json': { schema: JsonSchema } } | undefined)?.['application/json'].schema;
  const both = Object.keys({ ...one, ...other }).map((status) => {
    const schemas = [schemaOf(one[status]), schemaOf(other[status])].filter((schema) => schema !== undefined);
    return [status, schemas.length < 2 ? (other[status] ?? one[status]) : success(Number(status), { anyOf: schemas })];
  });
  return Object.fromEntries(both) as Record<string, JsonSchema>;
}
