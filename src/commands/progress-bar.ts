const WIDTH = 30;
const EVERY_MS = 100;

/** A progress bar on standard error. It is shown only on a terminal, so that logs stay readable. */
export function progressBar(name: string, total: number): { show(done: number): void; end(): void } {
  if (!process.stderr.isTTY) return { show: () => {}, end: () => {} };
  let shown = 0;
  return {
    show: (done) => {
      if (done < total && Date.now() - shown < EVERY_MS) return;
      shown = Date.now();
      const share = total > 0 ? Math.min(1, done / total) : 1;
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      process.stderr.write(`\r${name} ${bar} ${Math.floor(share * 100)}%`);
    },
    end: () => void process.stderr.write('\n'),
  };
}
