import { described, type JsonSchema, orNull } from './json-schema.ts';
import { listOf, object } from './shapes.ts';

const TEXT: JsonSchema = { type: 'string' };
const ADDRESS: JsonSchema = { type: 'string', format: 'uri' };
/** How many there are of something. */
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const POSITION: JsonSchema = { type: 'integer', minimum: 1 };

/** `{data}` around a value. */
export const dataSchema = (data: JsonSchema): JsonSchema => object({ data });

/** `{data, meta}`: a value, and beside it what is said of it. */
export const metaSchema = (data: JsonSchema, meta: Record<string, JsonSchema>): JsonSchema =>
  object({ data, meta: object(meta) });

/** `{data, links, meta}` around the rows of a page; `more` is said of them too. */
export const pageSchema = (rows: JsonSchema, more: Record<string, JsonSchema> = {}): JsonSchema =>
  object({
    data: rows,
    links: object({ first: ADDRESS, last: ADDRESS, prev: orNull(ADDRESS), next: orNull(ADDRESS) }),
    meta: object({
      current_page: POSITION,
      from: orNull(POSITION),
      last_page: POSITION,
      path: ADDRESS,
      per_page: POSITION,
      to: orNull(POSITION),
      total: COUNT,
      ...more,
    }),
  });

/** Field names to messages. */
export const FIELD_ERRORS: JsonSchema = { type: 'object', additionalProperties: listOf(TEXT) };

/** What an error answers, and what a refusal (401, 403) does. */
export const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  Refusal: { ...object({ message: TEXT }), additionalProperties: false },
  Error: {
    ...object({ message: TEXT, errors: described(FIELD_ERRORS, 'Messages by field name. May be empty.') }),
    additionalProperties: false,
  },
};
