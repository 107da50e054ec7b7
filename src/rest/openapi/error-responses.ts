import {
  ConflictError,
  type ConflictReason,
  CursorExpiredError,
  type Issue,
  NotFoundError,
  ReadOnlyError,
  UnauthenticatedError,
} from '../../errors.ts';
import { UNAVAILABLE } from '../../http/unavailable.ts';
import type { Reply } from '../answer.ts';
import { errorReply, invalid } from '../errors.ts';
import type { ErrorName } from './error-names.ts';
import { type JsonSchema, reference } from './json-schema.ts';
import { ALWAYS, headersOf } from './response-headers.ts';

interface Body {
  message: string;
  errors?: object;
  /** The value of the header X-Error-Codes. */
  codes?: string;
}

const exampleOf = (value: object, codes?: string): JsonSchema => ({
  ...(codes && { summary: `X-Error-Codes: ${codes}` }),
  value,
});

/** An error that may have further headers, with the body of each example. */
const error = (description: string, bodies: Readonly<Record<string, Body>>, ...headers: string[]): JsonSchema => ({
  description,
  headers: headersOf(...ALWAYS, ...headers),
  content: {
    'application/json': {
      schema: reference(Object.values(bodies).every(({ errors }) => errors) ? 'ApiError' : 'AccessRefusal'),
      examples: Object.fromEntries(
        Object.entries(bodies).map(([name, { codes, ...value }]) => [name, exampleOf(value, codes)]),
      ),
    },
  },
});

const refusal = (message: string): Body => ({ message });

const fault = (message: string): Body => ({ message, errors: {} });

const issues = (...all: Issue[]): Body => withCodes(invalid(all));

const conflict = (reason: ConflictReason, message: string): Body =>
  withCodes(errorReply(new ConflictError(reason, message)));

function withCodes({ body, headers }: Pick<Reply, 'body' | 'headers'> = {}): Body {
  return { ...(body as unknown as Body), codes: String(headers?.['X-Error-Codes']) };
}

const REQUIRED: Issue = { path: ['email'], problem: 'is required.' };
const TOO_LONG: Issue = { path: ['name'], problem: 'must not be greater than 255 characters.' };
const NESTED: Issue = { path: ['recurrence', 'timezone'], problem: 'must be a valid time zone.' };

/** Responses that do not depend on the operation, by name. */
export const ERROR_RESPONSES: Record<ErrorName | 'UnexpectedError', JsonSchema> = {
  BadRequest: error('The body is not JSON.', { not_json: fault('The body is not valid JSON.') }, 'X-Hint'),
  Unauthorized: error(
    'The token is missing, unknown, revoked or expired.',
    { no_token: refusal(new UnauthenticatedError().message) },
    'WWW-Authenticate',
    'X-Hint',
  ),
  Forbidden: error(
    'The token is read-only, its scopes or the role of its creator do not allow the operation, or the team is suspended.',
    {
      read_only: refusal(new ReadOnlyError().message),
      scope: refusal(
        'The scopes of this token (events:write) do not allow this operation. It needs a token without scopes.',
      ),
      role: refusal('A viewer can only read. The operation needs an editor.'),
      suspended: refusal('The team is suspended.'),
    },
  ),
  NotFound: error(
    'The resource does not exist in the team.',
    { not_found: fault(new NotFoundError().message) },
    'X-Hint',
  ),
  RequestTimeout: error('The body took longer than a minute to arrive.', {
    too_slow: fault('The request took too long to arrive.'),
  }),
  Conflict: error(
    'Another resource depends on this one, or its state does not allow the operation. The header `X-Error-Codes` has the reason: `conflict=not_draft`.',
    {
      in_use: conflict('IN_USE', 'The segment is used by the segment "Loyal".'),
      state: conflict('NOT_DRAFT', 'Only a draft can be changed. Unschedule the campaign first.'),
    },
    'X-Error-Codes',
  ),
  Gone: error('The cursor is too old.', { too_old: fault(new CursorExpiredError().message) }),
  PayloadTooLarge: error(
    'A JSON body is larger than 10 MiB, an image is larger than 10 MB, or a form field beside a file is too large. A CSV file may have any size.',
    {
      too_large: fault('The body is larger than 10 MiB.'),
    },
  ),
  UnsupportedMediaType: error('The content type is none that the operation takes. Most take only application/json.', {
    not_json: fault('The Content-Type must be application/json.'),
  }),
  UnprocessableEntity: error(
    'The input is invalid. `errors` names each refused field, with a dot before each part inside another. The header `X-Error-Codes` has a code for each.',
    { one: issues(REQUIRED), several: issues(REQUIRED, TOO_LONG), nested: issues(NESTED) },
    'X-Error-Codes',
  ),
  TooManyRequests: error(
    "The token's rate limit is reached, or too many exports, imports or streams are running.",
    { rate_limit: fault('Too many requests.'), busy: fault('Too many exports are running. Try again in a moment.') },
    'Retry-After',
  ),
  ServiceUnavailable: error(
    'The database is not responding, and a write may have been completed. Or the database refused changes, took too long or found a conflicting change, or the server is overloaded: nothing was changed.',
    { unavailable: fault(UNAVAILABLE) },
    'Retry-After',
  ),
  UnexpectedError: error(
    'Any other error. 400, 413, 415 and 422: the request has a body or a parameter that the operation does not have. 500: the server failed; `X-Request-Id` finds the cause in its logs.',
    { server_error: fault('Server error.') },
    'X-Error-Codes',
    'X-Hint',
  ),
};
