import { type AnyVariables, createRequest, type OperationResult, type TypedDocumentNode } from 'urql';
import { client } from './client.ts';

/** An unused answer expires after this time, since it may be out of date. */
const EXPIRES_MS = 5_000;

/** Keys of requested data that no page has shown yet. */
const pending = new Set<number>();

/** Requests a page's data in the loader of its route, so the answer arrives while the frame renders. `useRead` takes it. */
export async function prefetch<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<OperationResult<Data, Variables>> {
  const { key } = createRequest(query, variables);
  pending.add(key);
  const answer = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
  setTimeout(() => pending.delete(key), EXPIRES_MS);
  return answer;
}

/** Whether this was asked for ahead, and not taken since. */
export const takePrefetched = (key: number): boolean => pending.delete(key);
