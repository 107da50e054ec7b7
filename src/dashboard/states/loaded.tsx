import type { ReactNode } from 'react';
import type { Read } from '../client/use-read.ts';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';

/**
 * Shows what was read, or that it is loading, failed, or not allowed. The last data stays during another read, and if that
 * fails.
 */
export function Loaded<Data>({
  of: { data, error, isLoading, refetch },
  lines,
  children,
}: {
  of: Read<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined && data !== null) {
    return (
      <>
        {error && <Failed error={error} refetch={refetch} />}
        {children(data)}
      </>
    );
  }
  if (error) return <Failed error={error} refetch={refetch} />;
  return isLoading ? <Loading {...(lines !== undefined && { lines })} /> : null;
}
