import { useEffect, useMemo } from 'react';
import { type AnyVariables, type CombinedError, createRequest, type TypedDocumentNode, useQuery } from 'urql';
import { takeAsked } from './ask-ahead.ts';
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
 * was asked for ahead is not asked for again.
 */
export function useRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false } = {},
): Read<Data> {
  const { key } = createRequest(query, variables);
  const isAsked = useMemo(() => takeAsked(key), [key]);
  const [{ data, error, fetching }, execute] = useQuery({
    ...{ query, variables, pause },
    ...(isAsked && { requestPolicy: 'cache-first' }),
  } as Parameters<typeof useQuery<Data, Variables>>[0]);
  const again = () => execute({ requestPolicy: 'network-only' });
  useEffect(() => (pause ? undefined : onMissed(() => execute({ requestPolicy: 'network-only' }))), [execute, pause]);
  return { data, error, waiting: fetching && data === undefined, again };
}
