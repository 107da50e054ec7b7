import { CONFLICT_REASONS } from '../../errors.ts';
import { ISSUE_CODES } from '../../issue-codes.ts';
import type { JsonSchema } from './json-schema.ts';

const TEXT: JsonSchema = { type: 'string' };
const NUMBER: JsonSchema = { type: 'integer', minimum: 0 };

/** What each code means, as items of a list. */
const meanings = (codes: Readonly<Record<string, string>>): string =>
  Object.entries(codes)
    .map(([code, meaning]) => `- \`${code.toLowerCase()}\`: ${meaning}`)
    .join('\n');

/** The headers of responses, by name. */
export const HEADERS: Record<string, JsonSchema> = {
  'X-Request-Id': {
    description: 'Identifies the request in the logs of the server. Name it when you report a problem.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '01a1fe1c-74fd-718b-9e41-478b8cb0f072',
  },
  'X-RateLimit-Limit': {
    description: 'How many requests the token may send per minute. Absent for a token without a limit.',
    schema: NUMBER,
    example: 600,
  },
  'X-RateLimit-Remaining': {
    description: 'How many requests remain in this minute. Absent for a token without a limit.',
    schema: NUMBER,
    example: 599,
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  'Idempotent-Replay': {
    description: 'Present if the response repeats that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Error-Codes': {
    description: `The code of each field, after its path. Beside 409, \`conflict=\` and the reason. More codes and reasons may be added.\n\nCodes of fields:\n\n${meanings(ISSUE_CODES)}\n\nReasons of conflicts:\n\n${meanings(CONFLICT_REASONS)}`,
    schema: { type: 'string', pattern: '^[^=, ]+=[a-z_]+(, [^=, ]+=[a-z_]+)*$' },
    example: 'email=required, name=too_long',
  },
  'X-Ignored-Keys': {
    description:
      'Ignored keys of the body, each with the nearest known key. Present if there are any. Percent-encoded; `...` stands for more.',
    schema: TEXT,
    example: 'events.*.order_id; did-you-mean=reference, source',
  },
  'X-Next-Cursor': {
    description: 'The value of `after` for the next page. Absent on the last page.',
    schema: TEXT,
    example: 'WzE1LDQwLCJXeUl5TURJMiJd',
  },
  Deprecation: {
    description:
      'Present if the request uses a deprecated key: the time of the deprecation, in seconds since 1970 (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1795910400',
  },
  Sunset: {
    description: 'Present if the request uses a deprecated key: the time from which it may be refused (RFC 8594).',
    schema: TEXT,
    example: 'Wed, 01 Dec 2027 00:00:00 GMT',
  },
  Link: {
    description: 'Present if the request uses a deprecated key: the page that names its replacement.',
    schema: TEXT,
    example: '<https://mail.shop.example/reference>; rel="deprecation"; type="text/html"',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    required: true,
    schema: TEXT,
    example: 'Bearer',
  },
  'Content-Disposition': {
    description: 'The name under which to save the file (RFC 6266).',
    required: true,
    schema: TEXT,
    example: 'attachment; filename="people.csv"',
  },
  'X-Hint': {
    description:
      'What to do about a refusal that the body does not explain, or about a possible mistake, such as an event named Order, which does not count as revenue.',
    schema: TEXT,
    example: 'The event name "Order" is not "order". Only events named order count as revenue.',
  },
};

/** References to headers, for a response. */
export const headersOf = (...names: (keyof typeof HEADERS & string)[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers of every response to a token. */
export const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;
