import type { JsonSchema } from './json-schema.ts';

const MESSAGE = { type: 'string' };
const FIELD_ERRORS: JsonSchema = {
  type: 'object',
  description: 'Field names to messages; it may be empty.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

export const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  Refusal: { type: 'object', properties: { message: MESSAGE }, required: ['message'], additionalProperties: false },
  Error: {
    type: 'object',
    properties: { message: MESSAGE, errors: FIELD_ERRORS },
    required: ['message', 'errors'],
    additionalProperties: false,
  },
};

const error = (description: string, schema: string, message: string): JsonSchema => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${schema}` },
      example: schema === 'Refusal' ? { message } : { message, errors: {} },
    },
  },
});

/** The answers that do not depend on the operation. */
export const ERROR_RESPONSES: Record<string, JsonSchema> = {
  '400': error('The body is not JSON.', 'Error', 'The body is not valid JSON.'),
  '401': error('No, an unknown, a revoked or an expired token.', 'Refusal', 'Unauthenticated.'),
  '403': error('The token may only read, or the team is suspended.', 'Refusal', 'The team is suspended.'),
  '404': error('There is no such thing in the team.', 'Error', 'Not found.'),
  '409': error('Something else depends on it.', 'Error', 'The segment is used by the segment "Loyal".'),
  '413': error('The body is larger than 10 MiB.', 'Error', 'The body is larger than 10 MiB.'),
  '415': error('The body is not said to be JSON.', 'Error', 'The Content-Type must be application/json.'),
  '422': error('Something sent is invalid.', 'Error', 'The email field is required.'),
  '429': error('The rate limit of the token is reached.', 'Error', 'Too many requests.'),
};

/** `{data, links, meta}` around the rows. */
export const pageSchema = (rows: JsonSchema): JsonSchema => {
  const link = { type: ['string', 'null'], format: 'uri' };
  const integer = { type: 'integer' };
  const properties = {
    data: rows,
    links: {
      type: 'object',
      properties: {
        first: { type: 'string', format: 'uri' },
        last: { type: 'string', format: 'uri' },
        prev: link,
        next: link,
      },
      required: ['first', 'last', 'prev', 'next'],
    },
    meta: {
      type: 'object',
      properties: {
        ...{ current_page: integer, from: { type: ['integer', 'null'] }, last_page: integer },
        ...{
          path: { type: 'string', format: 'uri' },
          per_page: integer,
          to: { type: ['integer', 'null'] },
          total: integer,
        },
      },
      required: ['current_page', 'from', 'last_page', 'path', 'per_page', 'to', 'total'],
    },
  };
  return { type: 'object', properties, required: ['data', 'links', 'meta'] };
};

/** `{data}` around a value. */
export const dataSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { data },
  required: ['data'],
});
