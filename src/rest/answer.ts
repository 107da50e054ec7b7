import { type JsonSchema, reference } from './openapi/json-schema.ts';
import { dataSchema, pageSchema } from './openapi/responses.ts';
import { type PageLinks, pageBody } from './page.ts';

export interface Reply {
  status: number;
  body?: unknown;
}

/** Wraps the value of a document's root field in the envelope of the specification. */
export interface Answer {
  (value: never, links: PageLinks): Reply;
  /** The bodies it may give by status, from the schema of the value; undefined for no body. `{data}` with 200 when absent. */
  describe?(value: JsonSchema): Record<number, JsonSchema | undefined>;
}

/** An answer together with its description. */
export const answer = (wrap: (value: never, links: PageLinks) => Reply, describe: Answer['describe']): Answer =>
  Object.assign(wrap, { describe });

/** `{data}` of a resource that is read or changed. */
export const one: Answer = (data) => ({ status: 200, body: { data } });

/** `{data}` of a resource that is new. */
export const created = answer(
  (data) => ({ status: 201, body: { data } }),
  (value) => ({ 201: dataSchema(value) }),
);

/** `{data}` of a resource that may have been there already: 201 when it is new, else 200. */
export const createdOrFound = answer(
  ({ resource, is_new }: { resource: unknown; is_new: boolean }) => ({
    status: is_new ? 201 : 200,
    body: { data: resource },
  }),
  (value) => {
    const data = dataSchema((value.properties as Record<string, JsonSchema>).resource as JsonSchema);
    return { 200: data, 201: data };
  },
);

/** Nothing is left to show. */
export const gone = answer(
  () => ({ status: 204 }),
  () => ({ 204: undefined }),
);

/** `{data, links, meta}` of a connection. */
export const page = answer(
  (connection: { nodes: unknown[]; totalCount: number }, links) => ({ status: 200, body: pageBody(connection, links) }),
  (connection) => ({ 200: pageSchema((connection.properties as Record<string, JsonSchema>).nodes as JsonSchema) }),
);

/** The page that is a field of a resource. */
export const pageOf = (field: string): Answer =>
  answer(
    (resource: Record<string, never>, links) => page(resource[field]!, links),
    (resource) => page.describe?.((resource.properties as Record<string, JsonSchema>)[field] as JsonSchema) ?? {},
  );

/** What is a conflict while the resource is not in a state for it. */
export const unlessConflict = (wrap: Answer): Answer =>
  answer(
    (value, links) => wrap(value, links),
    (value) => ({ ...(wrap.describe?.(value) ?? { 200: dataSchema(value) }), 409: reference('Error') }),
  );
