import { readFileSync } from 'node:fs';

/** Linux counts the processor time of this process's main thread in nanoseconds, independent of other load. */
const READ_FROM = `/proc/self/task/${process.pid}/schedstat`;

/** The processor time of the main thread so far, in milliseconds. Outside Linux: of the whole process. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(READ_FROM, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

/**
 * The processor time of `work` in the main thread, in milliseconds: the least of three runs, until one is below `enough`. A run
 * may include the collection of the test's own garbage, but every run includes the cost of the work.
 */
export async function mainThreadCost(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && least >= enough; time++) {
    const before = mainThreadMs();
    await work();
    least = Math.min(least, mainThreadMs() - before);
  }
  return least;
}
