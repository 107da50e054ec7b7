import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation as useUrqlMutation } from 'urql';

/** The answer to a mutation that succeeded. A failed field would be null. */
export type Succeeded<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** The result of a mutation: the server's answer, or the error without an answer. */
export interface MutationResult<Data> {
  data?: Succeeded<Data> | undefined;
  error?: CombinedError | undefined;
}

/** A mutation as a function that does not throw, and whether it is running. */
export function useMutation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): [change: (variables: Variables) => Promise<MutationResult<Data>>, busy: boolean] {
  const [{ fetching }, execute] = useUrqlMutation(document);
  const change = async (variables: Variables): Promise<MutationResult<Data>> => {
    const { data, error } = await execute(variables);
    return error ? { error } : { data: data as Succeeded<Data> | undefined };
  };
  return [change, fetching];
}
