import { UNAVAILABLE } from '../../http/unavailable.ts';
import { ISSUE_CODES } from '../../issue-codes.ts';
import type { FileAnswer } from '../answer.ts';
import type { Route } from '../route.ts';
import { leniencyOf } from '../specified.ts';
import { type JsonSchema, reference } from './json-schema.ts';

type Responses = Record<number, JsonSchema>;

/** The successful responses of a route. `value` is the schema of its document's result. */
export function answers(route: Route, value: JsonSchema): Responses {
  const { answer } = route;
  const all = { ...(leniencyOf(route) && IGNORED_KEYS), ...(route.hint && HINT) };
  const headers = Object.keys(all).length > 0 ? { headers: all } : {};
  if ('types' in answer) return { 200: file(answer) };
  const bodies = Object.entries(answer.describe(value)).map(([status, schema]) => [Number(status), schema] as const);
  return Object.fromEntries(
    bodies.map(([status, schema]) => [
      status,
      status < 400 ? { ...success(status, schema), ...headers } : errorOf(status),
    ]),
  );
}

const SUCCESS: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Queued.',
  204: 'Done. The response has no body.',
};

const success = (status: number, schema: JsonSchema | undefined): JsonSchema => ({
  description: SUCCESS[status] ?? 'Done.',
  ...(schema && { content: { 'application/json': { schema } } }),
});

const IGNORED_KEYS = {
  'X-Ignored-Keys': {
    description:
      'Ignored keys of the body, each with the nearest known key. Present if there are any. Percent-encoded; `...` stands for more.',
    schema: { type: 'string', examples: ['events.*.order_id; did-you-mean=reference, source'] },
  },
};

const HINT = {
  'X-Hint': {
    description:
      'Possible mistakes, such as an event named Order, which does not count as revenue. Present if there are any.',
    schema: {
      type: 'string',
      examples: ['The event name "Order" is not "order". Only events named order count as revenue.'],
    },
  },
};

const file = ({ types }: FileAnswer): JsonSchema => ({
  description: 'The file, as a stream.',
  content: Object.fromEntries(Object.values(types).map((type) => [type.split(';')[0], { schema: { type: 'string' } }])),
});

/** The errors of a route that do not depend on its document. */
export function errors(
  { method, path, upload }: Route,
  { readsBody, findsNothing }: { readsBody: boolean; findsNothing: boolean },
): Responses {
  const statuses = [401, 403, 422, 429, 503];
  if (path.includes(':') || findsNothing) statuses.push(404);
  if (method === 'DELETE' || upload) statuses.push(409);
  if (readsBody) statuses.push(400, 413, 415);
  return Object.fromEntries(statuses.map((status) => [status, errorOf(status)]));
}

const errorOf = (status: number): JsonSchema => ({ $ref: `#/components/responses/Error${status}` });

const error = (description: string, schema: 'Error' | 'Refusal', message: string) => ({
  description,
  content: {
    'application/json': {
      schema: reference(schema),
      example: schema === 'Refusal' ? { message } : { message, errors: {} },
    },
  },
});

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};

/** Responses that do not depend on the operation, by the names used in `errorOf`. */
export const ERROR_RESPONSES: Record<string, JsonSchema> = {
  Error400: error('The body is not JSON.', 'Error', 'The body is not valid JSON.'),
  Error401: error('The token is missing, unknown, revoked or expired.', 'Refusal', 'Unauthenticated.'),
  Error403: error('The token is read-only, or the team is suspended.', 'Refusal', 'The team is suspended.'),
  Error404: error('The resource does not exist in the team.', 'Error', 'Not found.'),
  Error409: error(
    'Another resource depends on this one, or its state does not allow the operation.',
    'Error',
    'The segment is used by the segment "Loyal".',
  ),
  Error413: error(
    'The body is larger than 10 MiB, or a form field of an upload is too large.',
    'Error',
    'The body is larger than 10 MiB.',
  ),
  Error415: error('The content type is not application/json.', 'Error', 'The Content-Type must be application/json.'),
  Error422: {
    ...error('The input is invalid.', 'Error', 'The email field is required.'),
    headers: {
      'X-Error-Codes': {
        description: `The code of each field: ${Object.keys(ISSUE_CODES).join(', ')}.`,
        schema: { type: 'string' },
        example: 'email=required, name=too_long',
      },
    },
  },
  Error429: {
    ...error("The token's rate limit is reached.", 'Error', 'Too many requests.'),
    headers: RETRY_AFTER,
  },
  Error503: {
    ...error(
      'The database is not responding, and a write may have been completed. Or the database refused changes, took too long or found a conflicting change, or the server is overloaded: nothing was changed.',
      'Error',
      UNAVAILABLE,
    ),
    headers: RETRY_AFTER,
  },
};
