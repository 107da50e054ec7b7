import { useEffect } from 'react';
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useQuery } from 'urql';
import { onMissed } from './socket.ts';

/** What is being read for a screen, and how to read it again. */
export interface Read<Data> {
  data: Data | undefined;
  error: CombinedError | undefined;
  /** Whether nothing can be shown yet. */
  waiting: boolean;
  again(): void;
}

/**
 * Reads what a screen shows: at once what is known already, then what the server says, and again when changes were missed. What
 * was asked for `already` elsewhere is not asked for again.
 */
export function useRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, already = false } = {},
): Read<Data> {
  const [{ data, error, fetching }, execute] = useQuery({
    ...{ query, variables, pause },
    ...(already && { requestPolicy: 'cache-first' }),
  } as Parameters<typeof useQuery<Data, Variables>>[0]);
  const again = () => execute({ requestPolicy: 'network-only' });
  useEffect(() => (pause ? undefined : onMissed(() => execute({ requestPolicy: 'network-only' }))), [execute, pause]);
  return { data, error, waiting: fetching && data === undefined, again };
}
