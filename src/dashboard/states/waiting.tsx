import { useNotePending } from '../client/pending-reads.ts';

/** Stands in for a part whose code is on its way. The screen around stays out of sight until the part can be shown with it. */
export function Waiting() {
  useNotePending(true);
  return null;
}
