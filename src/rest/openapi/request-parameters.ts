import { canContinue, NEXT_CURSOR } from '../cursor.ts';
import type { PageSize } from '../page.ts';
import { type Route, readsKey } from '../route.ts';
import { described, type JsonSchema, notNull } from './json-schema.ts';
import { absentForNull, defaultIn } from './optional-words.ts';
import { parameterExample } from './parameter-examples.ts';
import { withoutBounds } from './without-bounds.ts';

/** A variable of a document as a request has it. */
export interface Variable {
  name: string;
  wire: string;
  schema: JsonSchema;
  required: boolean;
  description?: string | null | undefined;
  isDeprecated?: boolean;
}

/** The parameters of the query: variables, and those of pages. */
export const queryParameters = (route: Route, variables: Variable[]): JsonSchema[] => [
  ...('pages' in route.answer && route.answer.pages
    ? pageParameters(variables, route.answer.pages)
    : variables.map(queryParameter)),
  ...(continues(route) ? [AFTER_PARAMETER] : []),
];

/** The headers that a route reads. */
export const headerParameters = (route: Route): JsonSchema[] => [
  ...(readsKey(route) ? [IDEMPOTENCY_KEY] : []),
  ...(route.events ? [LAST_EVENT_ID] : []),
];

function queryParameter({ wire, schema, required, description, isDeprecated }: Omit<Variable, 'name'>): JsonSchema {
  const words = absentForNull(description);
  const value = { ...defaultIn(words, notNull(schema)), ...notNull(schema) };
  const parameter = {
    name: wire,
    in: 'query',
    required,
    ...(value.type === 'array' && AT_COMMAS),
    schema: value,
    example: parameterExample(wire, value),
  };
  return described(isDeprecated ? { ...parameter, deprecated: true } : parameter, withoutBounds(words, value));
}

/** A list is written `a,b`. */
const AT_COMMAS = { style: 'form', explode: false };

/** A page number replaces the paging arguments. */
const pageParameters = (variables: Variable[], { usual, max }: PageSize): JsonSchema[] => [
  ...variables.filter(({ name }) => name !== 'first' && name !== 'offset').map(queryParameter),
  queryParameter({
    wire: 'page',
    schema: { type: 'integer', minimum: 1, default: 1 },
    required: false,
    description: 'The number of the page. For long lists, `after` is faster.',
  }),
  queryParameter({
    wire: 'per_page',
    schema: { type: 'integer', minimum: 1, maximum: max, default: usual },
    required: false,
    description: 'How many rows a page has.',
  }),
];

/** Whether the pages of a route may follow a cursor. */
export const continues = ({ answer, document }: Route): boolean =>
  'pages' in answer && answer.pages !== undefined && canContinue(document);

const AFTER_PARAMETER = queryParameter({
  wire: 'after',
  schema: { type: 'string' },
  required: false,
  description: `Continues after the previous page: the value of its header ${NEXT_CURSOR}, with the same filters and order. Unlike page numbers it neither skips nor repeats a row when rows are added or deleted meanwhile. It cannot be combined with \`page\` (422).`,
});

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'Of a stream: the id of the last event. Browsers send it when they reconnect. It takes precedence over `after`.',
  schema: { type: 'string' },
  example: parameterExample('Last-Event-ID', { type: 'string' }),
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a key returns the first response, for 24 hours. A repetition during the first request waits for its response. Another body with the same key is refused (422). After a refused body (422), you can use the key again with a corrected body.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: parameterExample('Idempotency-Key', { type: 'string' }),
};
