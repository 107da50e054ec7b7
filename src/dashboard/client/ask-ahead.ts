import { type AnyVariables, createRequest, type OperationResult, type TypedDocumentNode } from 'urql';
import { client } from './client.ts';

/** What nobody has shown so long after it was answered may be old by the time that somebody does. */
const KEPT_MS = 5_000;

/** Keys of what was asked for and has not been shown yet. */
const asked = new Set<number>();

/**
 * Asks for what a page shows, for the loader of its route: the answer comes while what is around the page is drawn. `useRead`
 * takes it.
 */
export async function askAhead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<OperationResult<Data, Variables>> {
  const { key } = createRequest(query, variables);
  asked.add(key);
  const answer = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
  setTimeout(() => asked.delete(key), KEPT_MS);
  return answer;
}

/** Whether this was asked for ahead, and not taken since. */
export const takeAsked = (key: number): boolean => asked.delete(key);
