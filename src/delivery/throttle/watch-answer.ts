/** After so long without an answer a server counts as silent, and once more each time as long has passed. */
const SILENT_MS = 10_000;

/**
 * Watches how long a server takes for a message: calls `onLate` after `lateMs`, then `onSilent` with the seconds so far, every ten
 * seconds. Returns what ends it. Messages that are answered in time cost one timer.
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
