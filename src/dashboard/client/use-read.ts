import { useEffect, useMemo } from 'react';
import { type AnyVariables, type CombinedError, createRequest, type TypedDocumentNode, useQuery } from 'urql';
import { onMissed } from './missed.ts';
import { useNotePending } from './pending-reads.ts';
import { takePrefetched } from './prefetch.ts';
import { wholeOf } from './whole.ts';

/** A screen's read, and how to repeat it. */
export interface Read<Data> {
  data: Data | undefined;
  error: CombinedError | undefined;
  /** Whether nothing can be shown yet. */
  isLoading: boolean;
  refetch(): void;
}

/**
 * Reads a screen's data: returns cached data at once, then the server's answer, and reads again after missed changes. Data
 * requested ahead is not requested again.
 */
export function useRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false } = {},
): Read<Data> {
  const { key } = createRequest(query, variables);
  const isPrefetched = useMemo(() => takePrefetched(key), [key]);
  const [{ data, error, fetching }, execute] = useQuery({
    query,
    variables,
    pause,
    ...(isPrefetched && { requestPolicy: 'cache-first' }),
  } as Parameters<typeof useQuery<Data, Variables>>[0]);
  const refetch = () => execute({ requestPolicy: 'network-only' });
  useEffect(() => (pause ? undefined : onMissed(() => execute({ requestPolicy: 'network-only' }))), [execute, pause]);
  const isLoading = fetching && data === undefined;
  useNotePending(isLoading);
  return { data: wholeOf(data, error), error, isLoading, refetch };
}
