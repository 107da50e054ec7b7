import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql';

/** The result of a change: the server's answer or the error. */
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
