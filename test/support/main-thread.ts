import { readFileSync } from 'node:fs';

/** Nanoseconds of processor time that Linux has given to the main thread of this process, whatever else the machine does. */
const READ_FROM = `/proc/self/task/${process.pid}/schedstat`;

/** How many milliseconds of processor time the main thread has used so far. Elsewhere than on Linux: the whole process. */
export function mainThreadMs(): number {
  try {
    return Number(readFileSync(READ_FROM, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

/** What `work` costs the main thread, in milliseconds of processor time. */
export async function mainThreadCost(work: () => Promise<unknown>): Promise<number> {
  const before = mainThreadMs();
  await work();
  return mainThreadMs() - before;
}
