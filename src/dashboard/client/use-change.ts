import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql';

/** How a change went: what the server answers, or why it did not happen. */
export interface Changed<Data> {
  data?: Data | undefined;
  error?: CombinedError | undefined;
}

/** A mutation, as a function that does not throw, and whether it is under way. */
export function useChange<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): [change: (variables: Variables) => Promise<Changed<Data>>, busy: boolean] {
  const [{ fetching }, execute] = useMutation(document);
  return [(variables) => execute(variables), fetching];
}
