import { type AnyVariables, createRequest, type TypedDocumentNode } from 'urql';
import { client } from './client.ts';

/** Keys of what was asked for and has not been shown yet. */
const asked = new Set<number>();

/** Asks for what a page shows, for the loader of its route: the answer comes while what is around the page is drawn. `useRead` takes it. */
export function askAhead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): void {
  asked.add(createRequest(query, variables).key);
  void client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
}

/** Whether this was asked for ahead, and not taken since. */
export const takeAsked = (key: number): boolean => asked.delete(key);
