import { type PageLinks, pageBody } from './page.ts';

export interface Reply {
  status: number;
  body?: unknown;
}

/** Wraps the value of a document's root field in the envelope of the specification. */
export type Answer = (value: never, links: PageLinks) => Reply;

/** `{data}` of a resource that is read or changed. */
export const one: Answer = (data) => ({ status: 200, body: { data } });

/** `{data}` of a resource that is new. */
export const created: Answer = (data) => ({ status: 201, body: { data } });

/** Nothing is left to show. */
export const gone: Answer = () => ({ status: 204 });

/** `{data, links, meta}` of a connection. */
export const page: Answer = (connection: { nodes: unknown[]; totalCount: number }, links) => ({
  status: 200,
  body: pageBody(connection, links),
});
