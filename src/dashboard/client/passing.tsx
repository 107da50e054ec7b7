import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { forgetful } from './forgetful.ts';

/**
 * Around a table that rows pass through by the thousand while somebody looks on, such as a log. What `useRead` and `useLive` read
 * below it is kept nowhere else: the cache would hold on to something of each row for as long as the page is open (docs/adr/0111).
 */
export function Passing({ children }: { children: ReactNode }) {
  return <Provider value={forgetful}>{children}</Provider>;
}
