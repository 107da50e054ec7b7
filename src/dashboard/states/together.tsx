import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { PendingContext, type PendingReads } from '../client/pending-reads.ts';
import { Loading } from './loading.tsx';

/** After this time, parts that are ready show without the others. */
const LONGEST_MS = 1_500;

/** Of the skeleton meanwhile. */
const LINES = 10;

/** Takes no room and is neither seen nor read aloud, but has its width: charts measure it. */
const OUT_OF_SIGHT = { visibility: 'hidden', height: 0, overflow: 'hidden' } as const;

/**
 * Shows the parts of a screen at the same time, once each has read its data: parts that appear one by one push those below them
 * down while somebody is about to click. `isPending`: whether the screen itself still reads; its parts are noticed.
 */
export function Together({ isPending, children }: Props) {
  const [isShown, setShown] = useState(false);
  const pending = useMemo(() => new Counter(() => setShown(true)), []);
  useEffect(() => (isPending ? pending.begin() : undefined), [pending, isPending]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), LONGEST_MS);
    pending.check(); // the effects of the parts ran before
    return () => clearTimeout(timer);
  }, [pending]);
  return (
    <PendingContext value={pending}>
      {!isShown && <Loading lines={LINES} />}
      <div style={isShown ? undefined : OUT_OF_SIGHT}>{children}</div>
    </PendingContext>
  );
}

interface Props {
  isPending: boolean;
  children: ReactNode;
}

class Counter implements PendingReads {
  #count = 0;
  readonly #onNone: () => void;

  constructor(onNone: () => void) {
    this.#onNone = onNone;
  }

  begin(): () => void {
    this.#count += 1;
    return () => {
      this.#count -= 1;
      this.check();
    };
  }

  /** In the next frame: a part that has its data may mount another one that reads. */
  check(): void {
    requestAnimationFrame(() => {
      if (this.#count === 0) this.#onNone();
    });
  }
}
