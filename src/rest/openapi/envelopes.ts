import { described, type JsonSchema, orNull, reference } from './json-schema.ts';
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

const LINKS = reference(
  'PageLinks',
  object({
    first: described(ADDRESS, 'The address of the first page.'),
    last: described(ADDRESS, 'The address of the last page.'),
    prev: described(orNull(ADDRESS), 'The address of the page before. Null on the first page.'),
    next: described(
      orNull(ADDRESS),
      'The address of the next page: with `after` if this page was read with it, else with `page`. Null on the last page.',
    ),
  }),
);
const META = reference('PageMeta', {
  ...object({
    current_page: described(POSITION, 'The number of this page.'),
    from: described(orNull(POSITION), 'The position of the first row on this page. Null for an empty page.'),
    last_page: described(POSITION, 'The number of the last page.'),
    path: described(ADDRESS, 'The address without its query.'),
    per_page: described(POSITION, 'How many rows a page has at most.'),
    to: described(orNull(POSITION), 'The position of the last row on this page. Null for an empty page.'),
    total: described(COUNT, 'The number of rows on all pages.'),
  }),
  description: 'The place of a page among all pages.',
});

/** `{data, links, meta}` around the rows of a page. `more` adds further fields of `meta`. */
export const pageSchema = (rows: JsonSchema, more?: Record<string, JsonSchema>): JsonSchema =>
  object({ data: rows, links: LINKS, meta: more ? { allOf: [META, object(more)] } : META });

/** Messages by field name. */
export const FIELD_ERRORS: JsonSchema = reference('FieldErrors', {
  type: 'object',
  additionalProperties: listOf(TEXT),
  description: 'Messages by field name.',
});

const MESSAGE = described(
  TEXT,
  'What is wrong, for people. It may change: programs read the status and X-Error-Codes.',
);

/** The bodies of errors and of refusals (401, 403). */
export const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  AccessRefusal: object({ message: MESSAGE }),
  ApiError: object({ message: MESSAGE, errors: described(FIELD_ERRORS, 'Messages by field name. May be empty.') }),
};
