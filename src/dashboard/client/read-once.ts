import type { AnyVariables, CombinedError, TypedDocumentNode } from 'urql';
import { forgetful } from './forgetful.ts';

/**
 * Reads what is asked for anew with each letter that somebody types, such as a preview: kept like other answers, each of them
 * would stay in memory for as long as the page is open.
 */
export async function readOnce<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<{ data?: Data | undefined; error?: CombinedError | undefined }> {
  const { data, error } = await forgetful.query(document, variables).toPromise();
  return { data, error };
}
