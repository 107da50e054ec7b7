import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation as useUrqlMutation } from 'urql';

/** The result of a mutation: the server's answer or the error. */
export interface MutationResult<Data> {
  data?: Data | undefined;
  error?: CombinedError | undefined;
}

/** A mutation as a function that does not throw, and whether it is running. */
export function useMutation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): [change: (variables: Variables) => Promise<MutationResult<Data>>, busy: boolean] {
  const [{ fetching }, execute] = useUrqlMutation(document);
  return [(variables) => execute(variables), fetching];
}
