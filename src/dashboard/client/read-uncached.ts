import type { AnyVariables, CombinedError, TypedDocumentNode } from 'urql';
import { uncachedClient } from './uncached-client.ts';
import { wholeOf } from './whole.ts';

/**
 * Reads data requested on each keystroke, such as a preview, without the cache, which would keep every answer for as long as
 * the page is open.
 */
export async function readUncached<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<{ data?: Data | undefined; error?: CombinedError | undefined }> {
  const { data, error } = await uncachedClient.query(document, variables).toPromise();
  return { data: wholeOf(data, error), error };
}
