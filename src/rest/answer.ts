import { dataSchema, metaSchema, pageSchema } from './openapi/envelopes.ts';
import { bodyOf, type JsonSchema } from './openapi/json-schema.ts';
import { listOf, object, propertyOf, refined, split } from './openapi/shapes.ts';
import { type PagedRows, type PageLinks, type PageSize, pageAnswer } from './page.ts';

export interface Reply {
  status: number;
  body?: unknown;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** Wraps the value of a document's root field in the specified envelope. */
export interface Answer<Value, Pages extends PageSize | undefined = undefined> {
  reply: (value: Value, links: PageLinks) => Reply;
  /** The possible bodies by status, from the schema of the value. Undefined for no body, and for an error's body. */
  describe: (value: JsonSchema) => Record<number, JsonSchema | undefined>;
  /** The numbered page's size. Undefined for other answers. */
  pages: Pages;
}

/** An answer with a numbered page of a list. */
export type PageAnswer<Value> = Answer<Value, PageSize>;

/** An answer with a file in parts, from a subscription document. */
export interface FileAnswer {
  /** The file name without its ending. */
  name: string;
  /** Content types by ending. The first one is the default. */
  types: Record<string, string>;
  /** The beginning of a file by ending, for its description. */
  examples: Record<string, string>;
}

/** A JSON answer to any value. */
export type JsonAnswer = Answer<never> | PageAnswer<never>;
export type AnyAnswer = JsonAnswer | FileAnswer;

/** The answers that fit a document: text needs a file in parts, and paging arguments need a page. */
export type AnswerTo<Value, Variables> = [Value] extends [string]
  ? FileAnswer
  : Variables extends { first: number; offset: number }
    ? PageAnswer<Value>
    : Answer<Value>;

/** An answer together with its description. */
export const answer = <Value>(
  reply: Answer<Value>['reply'],
  describe: Answer<Value>['describe'] = (value) => ({ 200: dataSchema(value) }),
): Answer<Value> => ({ reply, describe, pages: undefined });

/** A resource that is shown unchanged: not a connection, and not a payload with extra fields. */
type Resource = object & { nodes?: never; is_new?: never };

/** `{data}` of a resource that was read or changed. */
export const one = answer((data: Resource) => ({ status: 200, body: { data } }));

/** `{data}` of a new resource. */
export const created = answer(
  (data: Resource) => ({ status: 201, body: { data } }),
  (value) => ({ 201: dataSchema(value) }),
);

/** `{data}` of a new or changed resource, and `meta: {warnings}` if there are warnings for its author. */
export const warnedWith = (status: 200 | 201): Answer<{ warnings: readonly unknown[] }> =>
  answer(
    ({ warnings, ...data }: { warnings: readonly unknown[] }) => ({
      status,
      body: { data, ...(warnings.length > 0 && { meta: { warnings } }) },
    }),
    (value) => {
      const [{ warnings }, properties] = split(value, 'warnings');
      const required = Object.keys(properties).filter((name) => (bodyOf(value).required as string[]).includes(name));
      const whole = metaSchema({ ...bodyOf(value), properties, required }, { warnings });
      return { [status]: { ...whole, required: ['data'] } };
    },
  );

/** `{data}` of a resource that may already exist: 201 if it is new, else 200. */
export const createdOrFound = answer(
  ({ resource, is_new }: { resource: object; is_new: boolean }) => ({
    status: is_new ? 201 : 200,
    body: { data: resource },
  }),
  (value) => {
    const data = dataSchema(propertyOf(value, 'resource'));
    return { 200: data, 201: data };
  },
);

/** `{data}` of a new resource, with the secrets that are shown only once. */
export const createdWithSecrets = answer(
  ({ details, ...shownOnce }: { details: object }) => ({ status: 201, body: { data: { ...details, ...shownOnce } } }),
  (value) => {
    const [{ details }, shownOnce] = split(value, 'details');
    return { 201: dataSchema({ allOf: [details, object(shownOnce)] }) };
  },
);

/** `{data}` of a changed resource, with the secrets that are shown only once. */
export const changedWithSecrets = answer(
  ({ details, ...shownOnce }: { details: object }) => ({ status: 200, body: { data: { ...details, ...shownOnce } } }),
  (value) => {
    const [{ details }, shownOnce] = split(value, 'details');
    return { 200: dataSchema({ allOf: [details, object(shownOnce)] }) };
  },
);

/** An answer without a body. */
export const gone = answer(
  (_value: unknown) => ({ status: 204 }),
  () => ({ 204: undefined }),
);

/** `{data}` of one field of a resource. */
export const dataOf = <Field extends string>(field: Field) =>
  answer(
    (resource: Record<Field, object>) => ({ status: 200, body: { data: resource[field] } }),
    (resource) => ({ 200: dataSchema(propertyOf(resource, field)) }),
  );

export type Connection = PagedRows;

/** `{data, links, meta}` of a connection. */
export const pageOfSize = (pages: PageSize): PageAnswer<Connection> => ({
  pages,
  reply: (connection, links) => ({
    status: 200,
    ...pageAnswer(connection, links),
  }),
  describe: (connection) => ({ 200: pageSchema(propertyOf(connection, 'nodes')) }),
});

/** `pageOfSize` with 15 rows by default and at most 100. */
export const page = pageOfSize({ usual: 15, max: 100 });

/** A page of a resource's connection field. */
export const pageOf = <Field extends string>(field: Field): PageAnswer<Record<Field, Connection>> => ({
  ...page,
  reply: (resource, links) => page.reply(resource[field], links),
  describe: (resource) => page.describe(propertyOf(resource, field)),
});

/** A page whose rows are shown in another form. */
export const pageShownAs = <Row>(
  show: (row: Row) => object,
  describe: (row: JsonSchema) => JsonSchema,
): PageAnswer<Connection & { nodes: readonly Row[] }> =>
  shownAs(
    page,
    (connection: Connection & { nodes: readonly Row[] }) => ({ ...connection, nodes: connection.nodes.map(show) }),
    (connection) => object({ nodes: listOf(describe(propertyOf(connection, 'nodes').items as JsonSchema)) }),
  );

/** Answers 409 while the resource is in the wrong state. */
export const unlessConflict = <Value>(wrap: Answer<Value>): Answer<Value> => ({
  ...wrap,
  describe: (value) => ({ ...wrap.describe(value), 409: undefined }),
});

/** Changes how a value is shown, in the answer and in its schema. */
export const shownAs = <Given, Shown, Pages extends PageSize | undefined>(
  wrap: Answer<Shown, Pages>,
  show: (value: Given) => Shown,
  describe: (value: JsonSchema) => JsonSchema,
): Answer<Given, Pages> => ({
  pages: wrap.pages,
  reply: (value, links) => wrap.reply(show(value), links),
  describe: (value) => wrap.describe(describe(value)),
});

/** The same answer, with details for its description that GraphQL types cannot express. */
export const refining = <Value, Pages extends PageSize | undefined>(
  wrap: Answer<Value, Pages>,
  more: JsonSchema,
): Answer<Value, Pages> => ({ ...wrap, describe: (value) => wrap.describe(refined(value, more)) });
