import { described, type JsonSchema, orNull } from './json-schema.ts';
import { listOf, object } from './shapes.ts';

const TEXT: JsonSchema = { type: 'string' };
const ADDRESS: JsonSchema = { type: 'string', format: 'uri' };
/** A number of objects. */
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const POSITION: JsonSchema = { type: 'integer', minimum: 1 };

/** `{data}` around a value. */
export const dataSchema = (data: JsonSchema): JsonSchema => object({ data });

/** `{data, meta}`: a value with additional information. */
export const metaSchema = (data: JsonSchema, meta: Record<string, JsonSchema>): JsonSchema =>
  object({ data, meta: object(meta) });

/** `{data, links, meta}` around the rows of a page. `more` adds further fields of the rows. */
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

/** Messages by field name. */
export const FIELD_ERRORS: JsonSchema = { type: 'object', additionalProperties: listOf(TEXT) };

/** The bodies of errors and of refusals (401, 403). */
export const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  Refusal: { ...object({ message: TEXT }), additionalProperties: false },
  Error: {
    ...object({ message: TEXT, errors: described(FIELD_ERRORS, 'Messages by field name. May be empty.') }),
    additionalProperties: false,
  },
};
