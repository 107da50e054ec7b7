import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationTypeNode,
} from 'graphql';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

/** An id that does not exist. */
export const UNKNOWN_ID = '0197a000-0000-7000-8000-000000000000';

/** Every method and path of /v1, with `:name` for ids. */
export const OPERATIONS = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].map((operation) => {
  const [method = '', path = ''] = operation.split(' ');
  return { method, path, unknown: path.replace(/:\w+/g, UNKNOWN_ID) };
});

/** Operations for signed-in owners only. */
export const FOR_OWNERS: ReadonlySet<string> = new Set([
  ...['inviteMember', 'createInvitationLink', 'createSignInLink', 'withdrawInvitation', 'updateMember', 'removeMember'],
  ...['connectGmailPostmaster', 'disconnectGmailPostmaster'],
  ...['POST /invitations', 'DELETE /invitations/:invitation', 'PATCH /members/:member', 'DELETE /members/:member'],
]);

/** Operations for tokens, and for members only as owners. */
export const FOR_OWNERS_AND_TOKENS: ReadonlySet<string> = new Set([
  ...['auditLog', 'GET /audit-log', 'GET /audit-log/export'],
]);

/** Operations for every signed-in member, whatever their role. */
export const FOR_MEMBERS: ReadonlySet<string> = new Set([
  ...['viewer', 'updateViewer', 'revokeSession', 'removePasskey'],
  ...['GET /viewer', 'PATCH /viewer', 'GET /sessions', 'DELETE /sessions/:session'],
  ...['GET /passkeys', 'DELETE /passkeys/:passkey'],
]);

/** Operations that no token may perform. */
export const forNoToken = (name: string): boolean => FOR_OWNERS.has(name) || FOR_MEMBERS.has(name);

/** The operations of a token with this scope. */
export const OF_TOKEN_SCOPES: Readonly<Record<'events:write' | 'mails:send', ReadonlySet<string>>> = {
  'events:write': new Set(['recordEvent', 'recordEvents', 'POST /events']),
  'mails:send': new Set([
    ...['sendTransactionalMail', 'sendTransactionalMails'],
    ...['POST /transactional-mails', 'POST /transactional-mails/batch'],
  ]),
};

/** Every query, every mutation or every subscription, with valid input types and ids that do not exist. */
export function rootFields(kind: 'query' | 'mutation' | 'subscription'): { name: string; operation: string }[] {
  const root = schema.getRootType(kind as OperationTypeNode);
  return Object.values(root!.getFields()).map((field) => {
    const given = field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
    const selection = isScalarType(getNamedType(field.type)) ? '' : '{ __typename }';
    const call = given.length > 0 ? `${field.name}(${given.join(', ')})` : field.name;
    return { name: field.name, operation: `${kind} { ${call} ${selection} }` };
  });
}

const LITERALS: Record<string, string> = {
  ...{ ID: `"${UNKNOWN_ID}"`, DateTime: '"2026-01-01T00:00:00Z"' },
  ...{ Int: '1', SafeInt: '1', Money: '1', Boolean: 'true', JSONObject: '{}', JSON: '{}' },
  ...{ Date: '"2026-01-31"', Duration: '"P1D"', URL: '"https://shop.example/"' },
};

/** A literal value of a type. */
export function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const required = type.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  return LITERALS[type.name] ?? '"x"';
}
