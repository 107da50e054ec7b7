import type { GraphQLSchema } from 'graphql';
import type { Route } from '../route.ts';
import { ERROR_SCHEMAS } from './envelopes.ts';
import { componentsIn, type JsonSchema } from './json-schema.ts';
import { describeOperation, tagOf } from './operation.ts';
import { ERROR_RESPONSES } from './responses.ts';
import { united } from './united.ts';
import { describeWebhooks } from './webhooks.ts';

/** The components in use, direct or indirect. */
function referredTo(components: Record<string, JsonSchema>, from: unknown): Record<string, JsonSchema> {
  const kept: Record<string, JsonSchema> = {};
  const keep = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (kept[name]) continue;
      kept[name] = components[name] as JsonSchema;
      keep(kept[name]);
    }
  };
  keep(from);
  return kept;
}

/** The key of the body that selects another row of the same method and path. */
const keyOf = (routes: readonly Route[], { method, path }: Route): string | undefined =>
  routes.find((other) => other.method === method && other.path === path && other.when !== undefined)?.when;

/** The OpenAPI 3.1 description of /v1, generated from the route table and the schema alone. */
export function openApiDocument(schema: GraphQLSchema, routes: readonly Route[]): JsonSchema {
  const inputs: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const method = route.method.toLowerCase();
    const operation = describeOperation(schema, inputs, route);
    const known = paths[path]?.[method];
    const key = known && keyOf(routes, route);
    paths[path] = { ...paths[path], [method]: key ? united(known, operation, key) : operation };
  }
  const webhooks = describeWebhooks(schema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidings',
      version: '1.0.0',
      description:
        "REST API for a team's lists, subscribers, events, templates, transactional e-mails and campaigns. Unknown keys and parameters are refused (422). Operations that ignore unknown keys of the body list them in the response header `X-Ignored-Keys`.",
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: `Operations on ${name}.` })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tidings_session',
          description:
            'The session of a signed-in member, only for pages of the same origin. With https the cookie name begins with `__Host-`, or with `__Secure-` if `PUBLIC_URL` has a path.',
        },
      },
      schemas: referredTo({ ...ERROR_SCHEMAS, ...inputs, ...componentsIn([paths, webhooks]) }, [
        paths,
        webhooks,
        ERROR_RESPONSES,
      ]),
      responses: ERROR_RESPONSES,
    },
  };
}
