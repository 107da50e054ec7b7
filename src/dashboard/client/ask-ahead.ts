import { type AnyVariables, createRequest, type OperationResult, type TypedDocumentNode } from 'urql';
import { client } from './client.ts';

/** An unused answer expires after this time, since it may be out of date. */
const KEPT_MS = 5_000;

/** Keys of requested data that no page has shown yet. */
const asked = new Set<number>();

/** Requests a page's data in the loader of its route, so the answer arrives while the frame renders. `useRead` takes it. */
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
