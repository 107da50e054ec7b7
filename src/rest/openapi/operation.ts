import { GraphQLNonNull, type GraphQLSchema, getNullableType, isNonNullType } from 'graphql';
import type { Permission } from '../../http/authenticate.ts';
import { deprecatedKeys } from '../deprecated-keys.ts';
import { answeredField, fragmentsOf, operationOf, rootFieldOf } from '../document-parts.ts';
import { permissionOf } from '../permission.ts';
import type { Route } from '../route.ts';
import { describedField } from './descriptions.ts';
import { described, type JsonSchema } from './json-schema.ts';
import { operationName } from './operation-name.ts';
import { summaryOf } from './operation-summary.ts';
import { outputSchema } from './output-schema.ts';
import { describeRequest } from './request.ts';
import { answers, errors } from './responses.ts';
import { jsonOf } from './shapes.ts';
import { withSuccessWords } from './success-words.ts';
import { tagOf } from './tags.ts';

/** A route as an OpenAPI operation, from its document and the schema's types. */
export function describeOperation(schema: GraphQLSchema, inputs: Record<string, JsonSchema>, route: Route): JsonSchema {
  const operation = operationOf(route.document);
  const root = rootFieldOf(operation);
  const field = schema.getRootType(operation.operation)?.getFields()[root.name.value];
  if (!field) throw new Error(`${route.path}: ${root.name.value} is not in the schema`);
  const { node, type: answered } = answeredField(route.document, field);
  // Null becomes 404.
  const type = new GraphQLNonNull(getNullableType(answered));
  const value = outputSchema(schema, type, node.selectionSet, fragmentsOf(route.document));
  const request = describeRequest(schema, inputs, route);
  const responses = answers(route, value, deprecatedKeys(schema, route).size > 0);
  const isQuery = operation.operation === 'query';
  const operationId = operationName(operation.name?.value ?? root.name.value, isQuery, isMany(route, responses));
  return {
    operationId,
    summary: summaryOf(operationId),
    ...described({}, route.description ?? describedField(schema, route.document, field).description),
    tags: [tagOf(route)],
    security: callersOf(permissionOf(schema, [route]), field.extensions.memberRole as string | undefined),
    ...request,
    responses: {
      ...errors(route, {
        readsBody: 'requestBody' in request,
        refuses: route.method !== 'GET' || hasQuery(request),
        findsNothing: operation.operation === 'query' && !isNonNullType(field.type) && !field.extensions.isRestricted,
      }),
      ...withSuccessWords(operationId, responses),
    },
  };
}

/** The callers with each permission: the scope of a token, which one without scopes has too, and the role of a member. */
const CALLERS: Readonly<Record<Permission, { token?: string; session: string }>> = {
  read: { token: 'read', session: 'viewer' },
  write: { token: 'write', session: 'editor' },
  recordEvents: { token: 'events:write', session: 'editor' },
  sendMails: { token: 'mails:send', session: 'editor' },
  manageMembers: { session: 'owner' },
  beMember: { session: 'viewer' },
};

/** `role`: the one that a member needs, if the domain requires more than the permission. */
const callersOf = (permission: Permission, role?: string): JsonSchema[] =>
  Object.entries({ ...CALLERS[permission], ...(role && { session: role }) }).map(([scheme, needed]) => ({
    [scheme]: [needed],
  }));

const hasQuery = ({ parameters }: JsonSchema): boolean =>
  (parameters as { in: string }[]).some((parameter) => parameter.in === 'query');

/** Whether a route answers with a list. */
const isMany = ({ answer }: Route, { 200: found }: Record<number, JsonSchema>): boolean => {
  if ('pages' in answer && answer.pages) return true;
  const body = found && jsonOf(found);
  const { data } = (body?.properties ?? {}) as { data?: JsonSchema };
  return data?.type === 'array';
};
