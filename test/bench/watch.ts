import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resident memory of a process in MB; 0 when it has ended. */
export function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024) : 0;
}

/** Resident memory of a process in MB, at first and at most; the returned function ends the watch. */
export function watchMemory(pid: number): () => [number, number] {
  const first = residentMb(pid);
  let max = first;
  const timer = setInterval(() => {
    max = Math.max(max, residentMb(pid));
  }, 50).unref();
  return () => {
    clearInterval(timer);
    return [first, max];
  };
}

/** Requests this URL ten times a second until it is stopped; returns the median and the 99th percentile. */
export function watchAnswers(url: string, headers: Record<string, string>): () => Promise<string> {
  const waits: number[] = [];
  let ended = false;
  const asking = (async () => {
    while (!ended) {
      const from = performance.now();
      await (await fetch(url, { headers })).text();
      waits.push(performance.now() - from);
      await sleep(100);
    }
  })();
  asking.catch(() => {}); // thrown when the result is requested
  return async () => {
    ended = true;
    await asking;
    waits.sort((a, b) => a - b);
    const at = (share: number) => `${(waits[Math.floor(waits.length * share)] ?? 0).toFixed(1)} ms`;
    return `median ${at(0.5)}, 99 of 100 within ${at(0.99)}, the slowest ${at(0.9999)}`;
  };
}
