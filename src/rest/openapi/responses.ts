import { CursorExpiredError, type Issue } from '../../errors.ts';
import { UNAVAILABLE } from '../../http/unavailable.ts';
import type { FileAnswer } from '../answer.ts';
import { invalid } from '../errors.ts';
import { type Route, readsKey } from '../route.ts';
import { leniencyOf } from '../specified.ts';
import { type ErrorName, errorName } from './error-names.ts';
import { type JsonSchema, reference } from './json-schema.ts';
import { continues } from './request.ts';
import { ALWAYS, headersOf } from './response-headers.ts';

type Responses = Record<number, JsonSchema>;

/** The successful responses of a route. `value` is the schema of its document's result. */
export function answers(route: Route, value: JsonSchema, hasDeprecatedKeys: boolean): Responses {
  const { answer } = route;
  const headers = headersOf(
    ...ALWAYS,
    ...(readsKey(route) ? ['Idempotent-Replay'] : []),
    ...(leniencyOf(route) ? ['X-Ignored-Keys'] : []),
    ...(route.hint ? ['X-Hint'] : []),
    ...(continues(route) ? ['X-Next-Cursor'] : []),
    ...(hasDeprecatedKeys ? ['Deprecation', 'Sunset', 'Link'] : []),
  );
  if ('types' in answer) return { 200: { ...file(answer), headers: headersOf(...ALWAYS, 'Content-Disposition') } };
  const events = route.events ? EVENTS : undefined;
  const bodies = Object.entries(answer.describe(value)).map(([status, schema]) => [Number(status), schema] as const);
  return Object.fromEntries(
    bodies.map(([status, schema]) => [
      status,
      status < 400 ? { ...success(status, schema, events), headers } : errorOf(status),
    ]),
  );
}

const SUCCESS: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Queued.',
  204: 'Done. The response has no body.',
};

const success = (status: number, schema: JsonSchema | undefined, others?: object): JsonSchema => ({
  description: SUCCESS[status] ?? 'Done.',
  ...(schema && { content: { 'application/json': { schema }, ...others } }),
});

/** Server-sent events, for callers that accept them alone. */
const EVENTS = {
  'text/event-stream': {
    schema: { type: 'string', description: 'Events, each with its `id` and one item of `data` as JSON.' },
    example: 'id: 42\ndata: {"type":"mail.bounced","timestamp":"2026-01-31T12:00:00.000Z","data":{}}\n\n',
  },
};

const file = ({ types, examples }: FileAnswer): JsonSchema => ({
  description: 'The file, as a stream.',
  content: Object.fromEntries(
    Object.entries(types).map(([ending, type]) => [
      type.split(';')[0],
      { schema: { type: 'string' }, example: examples[ending] },
    ]),
  ),
});

/** The errors of a route that do not depend on its document. Conflicts are described by the answer. */
export function errors(
  { path }: Route,
  { readsBody, findsNothing }: { readsBody: boolean; findsNothing: boolean },
): Responses {
  const statuses = [401, 403, 422, 429, 503];
  if (path.includes(':') || findsNothing) statuses.push(404);
  if (readsBody) statuses.push(400, 408, 413, 415);
  return Object.fromEntries(statuses.map((status) => [status, errorOf(status)]));
}

const errorOf = (status: number): JsonSchema => ({ $ref: `#/components/responses/${errorName(status)}` });

/** An error that may have further headers, with its body as an example. */
const error = (description: string, body: { message: string; errors?: object }, ...headers: string[]): JsonSchema => ({
  description,
  headers: headersOf(...ALWAYS, ...headers),
  content: { 'application/json': { schema: reference(body.errors ? 'ApiError' : 'AccessRefusal'), example: body } },
});

const fault = (message: string) => ({ message, errors: {} });

const ISSUES: readonly Issue[] = [
  { path: ['email'], problem: 'is required.' },
  { path: ['name'], problem: 'must not be greater than 255 characters.' },
];

/** Responses that do not depend on the operation, by the names used in `errorOf`. */
export const ERROR_RESPONSES: Record<ErrorName, JsonSchema> = {
  BadRequest: error('The body is not JSON.', fault('The body is not valid JSON.'), 'X-Hint'),
  Unauthorized: error(
    'The token is missing, unknown, revoked or expired.',
    { message: 'Unauthenticated.' },
    'WWW-Authenticate',
    'X-Hint',
  ),
  Forbidden: error(
    'The token is read-only, its scopes or the role of its creator do not allow the operation, or the team is suspended.',
    { message: 'The team is suspended.' },
  ),
  NotFound: error('The resource does not exist in the team.', fault('Not found.'), 'X-Hint'),
  RequestTimeout: error('The body took longer than a minute to arrive.', fault('The request took too long to arrive.')),
  Conflict: error(
    'Another resource depends on this one, or its state does not allow the operation.',
    fault('The segment is used by the segment "Loyal".'),
  ),
  Gone: error('The cursor is too old.', fault(new CursorExpiredError().message)),
  PayloadTooLarge: error(
    'The body is larger than 10 MiB, or a form field of an upload is too large.',
    fault('The body is larger than 10 MiB.'),
  ),
  UnsupportedMediaType: error(
    'The content type is not application/json.',
    fault('The Content-Type must be application/json.'),
  ),
  UnprocessableEntity: error(
    'The input is invalid. `errors` names each refused field, with a dot before each part inside another.',
    invalid(ISSUES).body as { message: string; errors: object },
    'X-Error-Codes',
  ),
  TooManyRequests: error("The token's rate limit is reached.", fault('Too many requests.'), 'Retry-After'),
  ServiceUnavailable: error(
    'The database is not responding, and a write may have been completed. Or the database refused changes, took too long or found a conflicting change, or the server is overloaded: nothing was changed.',
    fault(UNAVAILABLE),
    'Retry-After',
  ),
};
