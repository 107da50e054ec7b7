import { dataSchema, metaSchema, pageSchema } from './openapi/envelopes.ts';
import { bodyOf, type JsonSchema } from './openapi/json-schema.ts';
import { object, propertyOf, refined, split } from './openapi/shapes.ts';
import { type PageLinks, type PageSize, pageBody } from './page.ts';

export interface Reply {
  status: number;
  body?: unknown;
}

/** Wraps the value of a document's root field in the envelope of the specification. */
export interface Answer<Value, Pages extends PageSize | undefined = undefined> {
  reply: (value: Value, links: PageLinks) => Reply;
  /** The bodies it may give by status, from the schema of the value; undefined for none, and for that of an error. */
  describe: (value: JsonSchema) => Record<number, JsonSchema | undefined>;
  /** How many rows a numbered page has; undefined for what is no page. */
  pages: Pages;
}

/** An answer with one of the numbered pages of a list. */
export type PageAnswer<Value> = Answer<Value, PageSize>;

/** An answer with a file in parts, which the document, a subscription, gives. */
export interface FileAnswer {
  /** Of the file, without its ending. */
  name: string;
  /** The content type by ending; the first one where none is asked for. */
  types: Record<string, string>;
}

/** An answer with a body in JSON, to whatever value. */
export type JsonAnswer = Answer<never> | PageAnswer<never>;
export type AnyAnswer = JsonAnswer | FileAnswer;

/** What fits a document by what it gives and takes: text is a file in parts, and rows to be counted off are a page. */
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

/** What is shown as it is: no connection, and not something beside what is said of it. */
type Resource = object & { nodes?: never; is_new?: never };

/** `{data}` of a resource that is read or changed. */
export const one = answer((data: Resource) => ({ status: 200, body: { data } }));

/** `{data}` of a resource that is new. */
export const created = answer(
  (data: Resource) => ({ status: 201, body: { data } }),
  (value) => ({ 201: dataSchema(value) }),
);

/** `{data}` of a resource that is new, or is changed, and `meta: {warnings}` if its author is warned of anything. */
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

/** `{data}` of a resource that may have been there already: 201 when it is new, else 200. */
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

/** `{data}` of a resource that is new, and this once what is never shown again. */
export const createdWithSecrets = answer(
  ({ details, ...shownOnce }: { details: object }) => ({ status: 201, body: { data: { ...details, ...shownOnce } } }),
  (value) => {
    const [{ details }, shownOnce] = split(value, 'details');
    return { 201: dataSchema({ allOf: [details, object(shownOnce)] }) };
  },
);

/** The same of a resource that is there already. */
export const changedWithSecrets = answer(
  ({ details, ...shownOnce }: { details: object }) => ({ status: 200, body: { data: { ...details, ...shownOnce } } }),
  (value) => {
    const [{ details }, shownOnce] = split(value, 'details');
    return { 200: dataSchema({ allOf: [details, object(shownOnce)] }) };
  },
);

/** Nothing is left to show. */
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

export interface Connection {
  nodes: readonly unknown[];
  totalCount: number;
}

/** `{data, links, meta}` of a connection. */
export const pageOfSize = (pages: PageSize): PageAnswer<Connection> => ({
  pages,
  reply: (connection, links) => ({ status: 200, body: pageBody(connection, links) }),
  describe: (connection) => ({ 200: pageSchema(propertyOf(connection, 'nodes')) }),
});

/** The same with 15 rows unless asked for, 100 at most. */
export const page = pageOfSize({ usual: 15, max: 100 });

/** The page that is a field of a resource. */
export const pageOf = <Field extends string>(field: Field): PageAnswer<Record<Field, Connection>> => ({
  ...page,
  reply: (resource, links) => page.reply(resource[field], links),
  describe: (resource) => page.describe(propertyOf(resource, field)),
});

/** What is a conflict while the resource is not in a state for it. */
export const unlessConflict = <Value>(wrap: Answer<Value>): Answer<Value> => ({
  ...wrap,
  describe: (value) => ({ ...wrap.describe(value), 409: undefined }),
});

/** The answer to a value that is shown otherwise than its document gives it, and the same for the schema of it. */
export const shownAs = <Given, Shown, Pages extends PageSize | undefined>(
  wrap: Answer<Shown, Pages>,
  show: (value: Given) => Shown,
  describe: (value: JsonSchema) => JsonSchema,
): Answer<Given, Pages> => ({
  pages: wrap.pages,
  reply: (value, links) => wrap.reply(show(value), links),
  describe: (value) => wrap.describe(describe(value)),
});

/** The same answer, described with what the types of GraphQL cannot say of its value. */
export const refining = <Value, Pages extends PageSize | undefined>(
  wrap: Answer<Value, Pages>,
  more: JsonSchema,
): Answer<Value, Pages> => ({ ...wrap, describe: (value) => wrap.describe(refined(value, more)) });
