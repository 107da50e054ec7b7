import { type ApiRequest, listCalls } from '../domain/platform/request-log/list-calls.ts';
import { OPERATION_TYPES, OUTCOMES, type Outcome } from '../domain/platform/request-log/logged-call.ts';
import { builder } from './builder.ts';
import { openEnum, wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { LoggedError, loggedErrors } from './logged-error.ts';
import { connection } from './pagination.ts';
import { ApiToken } from './token.ts';

const ApiInterface = openEnum('ApiInterface', 'The API that a call used.', ['rest', 'graphql']);

const OperationType = wireEnum('OperationType', 'The type of an operation.', OPERATION_TYPES, {
  query: 'Reads.',
  mutation: 'Changes something.',
  subscription: 'Follows a live stream.',
});

const RequestOutcome = wireEnum('RequestOutcome', 'Whether a call succeeded, or whose fault it was.', OUTCOMES, {
  succeeded: 'Answered without an error.',
  client_error: 'Refused: the caller has to change something, or wait.',
  server_error: 'The server failed, or was not available.',
});

const LoggedRequest = builder.objectRef<ApiRequest>('LoggedRequest').implement({
  description: 'A call with an API token, without its values. Not a Node: it has the id of the request.',
  fields: (t) => ({
    requestId: t.exposeID('id', { description: 'The X-Request-Id of the response.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the call arrived.' }),
    tokenId: t.exposeID('tokenId', { description: 'The id of the token, which may be revoked by now.' }),
    token: t.field({
      type: ApiToken,
      nullable: true,
      description: 'Null once the token is revoked.',
      resolve: ({ tokenId }, _, { loaders }) => loadIfAny(loaders.apiToken, tokenId),
    }),
    interface: t.field({
      type: ApiInterface,
      description: 'The API that was called.',
      resolve: (call) => call.interface as 'rest',
    }),
    method: t.exposeString('method', { description: 'The HTTP method.' }),
    route: t.exposeString('route', {
      nullable: true,
      description:
        'The path with the names of its parameters in braces, and never their values. Null if there is no such route.',
    }),
    parameters: t.exposeStringList('parameters', { description: 'The names of the query parameters.' }),
    operationType: t.field({
      type: OperationType,
      nullable: true,
      description: 'Null for a call without a document, or with one that could not be read.',
      resolve: ({ operationType }) => operationType as 'query' | null,
    }),
    operationName: t.exposeString('operationName', {
      nullable: true,
      description: 'The name of the operation in its document. Null if it has none.',
    }),
    rootFields: t.exposeStringList('rootFields', {
      description: 'The fields at the root of the operation, each once.',
    }),
    status: t.exposeInt('status', { description: 'The HTTP status of the response.' }),
    outcome: t.field({
      type: RequestOutcome,
      description: 'Whether it succeeded, or whose fault it was.',
      resolve: ({ outcome }) => outcome as Outcome,
    }),
    errors: t.field({
      type: [LoggedError],
      description: 'The errors in the response. Empty: there were none.',
      resolve: ({ errorCodes }) => loggedErrors(errorCodes),
    }),
    errorCodes: t.exposeStringList('errorCodes', {
      description:
        '`errors` as REST writes them: codes, those of invalid values with their field, such as email=format.',
    }),
    replayed: t.exposeBoolean('replayed', {
      description: 'Whether the response repeats that of an earlier call with the same Idempotency-Key.',
    }),
    milliseconds: t.exposeInt('milliseconds', { description: 'From the arrival to the end of the response.' }),
  }),
});

const RequestLogFilter = builder.inputType('RequestLogFilter', {
  description: 'Selects calls. All given keys must match.',
  fields: (t) => ({
    requestId: t.id({ description: 'Only the call with this X-Request-Id. Absent: all.' }),
    tokenId: t.id({ description: 'Only calls with this token. Absent: all.' }),
    outcomes: t.field({ type: [RequestOutcome], description: 'Only calls with one of these outcomes. Absent: all.' }),
    failed: t.boolean({ description: 'Only calls with errors, or only those without. Absent: all.' }),
    since: t.field({ type: 'DateTime', description: 'Only calls from this time on.' }),
    until: t.field({ type: 'DateTime', description: 'Only calls before this time.' }),
  }),
});

builder.queryField('requestLog', (t) =>
  t.connection({
    type: LoggedRequest,
    description:
      'The last 1,000 calls with tokens of the team, newest first. Appears about a second after the call, and contains no values of people.',
    args: { filter: t.arg({ type: RequestLogFilter }), offset: t.arg.int() },
    resolve: (_, { filter, ...args }, { scope }) => connection(listCalls(scope, { ...filter, ...args })),
  }),
);
