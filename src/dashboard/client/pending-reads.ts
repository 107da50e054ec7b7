import { createContext, useContext, useEffect } from 'react';

/** Is told of reads that cannot show anything yet. */
export interface PendingReads {
  /** Notes one; returns how to say that it is over. */
  begin(): () => void;
}

export const PendingContext = createContext<PendingReads | undefined>(undefined);

/** Tells the place around that this read is still pending. */
export function useNotePending(isPending: boolean): void {
  const pending = useContext(PendingContext);
  useEffect(() => (isPending ? pending?.begin() : undefined), [pending, isPending]);
}
