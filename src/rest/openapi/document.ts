import type { GraphQLSchema } from 'graphql';
import { cookieName } from '../../http/cookies.ts';
import type { Route } from '../route.ts';
import { ABOUT } from './about.ts';
import { withDescriptions } from './component-descriptions.ts';
import { ERROR_SCHEMAS } from './envelopes.ts';
import { ERROR_RESPONSES } from './error-responses.ts';
import { partsOf } from './json-parts.ts';
import { componentsIn, type JsonSchema } from './json-schema.ts';
import { nameBodies } from './named-bodies.ts';
import { nameObjects } from './named-objects.ts';
import { nameParameters } from './named-parameters.ts';
import { nameScalars } from './named-scalars.ts';
import { nameValues } from './named-values.ts';
import { bodiesOf, unionOfNotifications } from './notification-union.ts';
import { describeOperation } from './operation.ts';
import { inOptionalWords } from './optional-words.ts';
import { templated } from './path-names.ts';
import { HEADERS } from './response-headers.ts';
import { restWords, reworded } from './rest-words.ts';
import { shareInputs } from './shared-inputs.ts';
import { describeTags, groupTags } from './tags.ts';
import { united } from './united.ts';
import { WEBHOOK_HEADERS } from './webhook-headers.ts';
import { describeWebhooks } from './webhooks.ts';
import { wholeExample } from './whole-example.ts';

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

type Paths = Record<string, Record<string, JsonSchema>>;

/** The operations by path and method, with their input components. */
function describePaths(schema: GraphQLSchema, routes: readonly Route[]): { paths: Paths; inputs: Paths[string] } {
  const inputs: Record<string, JsonSchema> = {};
  const paths: Paths = {};
  for (const route of routes) {
    const path = templated(route.path);
    const method = route.method.toLowerCase();
    const operation = describeOperation(schema, inputs, route);
    const known = paths[path]?.[method];
    const key = known && keyOf(routes, route);
    paths[path] = { ...paths[path], [method]: key ? united(known, operation, key) : operation };
  }
  return { paths, inputs };
}

function describeParts(schema: GraphQLSchema, routes: readonly Route[]) {
  const { paths, inputs } = describePaths(schema, routes);
  const webhooks = describeWebhooks(schema);
  const components: Record<string, JsonSchema> = {
    ...partsOf(schema),
    ...ERROR_SCHEMAS,
    ...inputs,
    ...componentsIn([paths, webhooks, ERROR_SCHEMAS]),
  };
  for (const body of bodiesOf(webhooks)) body.example = wholeExample(body.schema, body.example, components);
  components.WebhookNotification = unionOfNotifications(bodiesOf(webhooks));
  nameBodies(paths, components);
  return { paths, webhooks, components: withDescriptions(nameObjects(components)) };
}

/** Parts are shared between places and documents, and are changed in place afterwards. */
const ownCopy = <Parts>(parts: Parts): Parts => JSON.parse(JSON.stringify(parts)) as Parts;

const SESSION =
  'The session of a signed-in member, only for pages of the same origin. Browsers say so in `Sec-Fetch-Site`; without that header, `Origin` or `Referer` must name this installation. Otherwise the cookie is ignored (401). An operation names the least role that it needs: an owner may do what an editor may, and an editor what a viewer may. Operations without `token` refuse every token.';

/** Where an installation could be, for documents that no installation serves. */
const EXAMPLE_URL = 'https://mail.shop.example';

/**
 * The OpenAPI 3.1 description of /v1, generated from the route table, the schema and the domain's rules alone. `publicUrl`: the
 * address of the installation.
 */
export function openApiDocument(
  schema: GraphQLSchema,
  routes: readonly Route[],
  publicUrl: string = EXAMPLE_URL,
): JsonSchema {
  const { paths, webhooks, components } = ownCopy(describeParts(schema, routes));
  nameValues(schema, components, paths, webhooks);
  shareInputs(components, paths);
  const parameters = { ...nameParameters(paths), ...ownCopy(WEBHOOK_HEADERS) };
  nameScalars(components, paths, webhooks, parameters);
  const parts = {
    paths,
    webhooks,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tidings_…',
          description:
            'A token of the team, from the dashboard or `npm run token`. It begins with `tidings_`. Each operation names what it needs: `read`, `write`, or a scope such as `mails:send`. A token that may write may read, too, and without scopes it has every scope.',
        },
        session: { type: 'apiKey', in: 'cookie', name: cookieName({ publicUrl }, 'session'), description: SESSION },
      },
      schemas: inOptionalWords(referredTo(components, [paths, webhooks, parameters, ERROR_RESPONSES])),
      parameters,
      responses: ERROR_RESPONSES,
      headers: HEADERS,
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidings',
      version: '1.0.0',
      description: ABOUT,
      contact: { name: 'This installation', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api/v1`, description: 'This installation.' }],
    security: [{ token: [] }, { session: [] }],
    tags: describeTags(),
    'x-tagGroups': groupTags(),
    ...(reworded(parts, restWords(schema, routes, paths)) as typeof parts),
  };
}
