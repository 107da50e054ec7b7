/** After this long without an answer a server counts as silent, and again after each such period. */
const SILENT_MS = 10_000;

/**
 * Watches how long a server takes for a message: calls `onLate` after `lateMs`, then `onSilent` every ten seconds with the
 * seconds so far. Returns a function that ends it. Messages answered in time cost one timer.
 */
export function watchAnswer(lateMs: number, onLate: () => void, onSilent: (seconds: number) => void): () => void {
  let passed = 0;
  let timer: NodeJS.Timeout;
  const after = (milliseconds: number, call: () => void) => {
    timer = setTimeout(() => {
      passed += milliseconds;
      after(SILENT_MS - (passed % SILENT_MS), () => onSilent(passed / 1000));
      call();
    }, milliseconds).unref();
  };
  after(lateMs, onLate);
  return () => clearTimeout(timer);
}
