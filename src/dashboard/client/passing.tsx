import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { forgetful } from './forgetful.ts';

/**
 * Around a table that rows pass through by the thousand while somebody looks on, such as a log. Keeps the reads of `useRead`
 * and `useLive` below it out of the cache, which would hold a part of each row for as long as the page is open (docs/adr/0111).
 */
export function Passing({ children }: { children: ReactNode }) {
  return <Provider value={forgetful}>{children}</Provider>;
}
