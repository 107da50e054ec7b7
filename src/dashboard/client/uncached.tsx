import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { uncachedClient } from './uncached-client.ts';

/**
 * Wraps a table with thousands of passing rows, such as a log. `useRead` and `useLive` below it skip the cache, which would
 * hold a part of each row for as long as the page is open (docs/adr/0111).
 */
export function Uncached({ children }: { children: ReactNode }) {
  return <Provider value={uncachedClient}>{children}</Provider>;
}
