/** Runs `work` now, and again `pause` milliseconds after each end. Returns a function that stops it and waits for the end. */
export function repeat(pause: number | (() => number), work: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    await work();
    if (stopped) return;
    timer = setTimeout(
      () => {
        running = round();
      },
      typeof pause === 'number' ? pause : pause(),
    );
  };
  let running = round();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
