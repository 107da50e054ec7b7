import type { JobName, Jobs } from '../scope.ts';
import type { Job, Task } from './task.ts';

/** How long one job keeps a worker before other jobs run. */
const SLICE_MS = 1_000;

/**
 * A task that repeats `step` for one time slice. `step` returns the payload of its rest; undefined: nothing is left. The
 * rest becomes another job, with the key of its payload: jobs with the same key are merged.
 */
export const inSlices =
  <Name extends JobName>(
    step: (job: Job<Name>) => Promise<Jobs[Name] | undefined>,
    keyOf?: (payload: Jobs[Name]) => string,
  ): Task<Name> =>
  async (job) => {
    const end = Date.now() + SLICE_MS;
    let rest: Jobs[Name] | undefined = job.payload;
    do rest = await step({ ...job, payload: rest });
    while (rest && Date.now() < end);
    if (rest) await job.again(rest, keyOf && { key: keyOf(rest) });
  };

/** The same for a step that finds its place by itself, and returns whether there is more. */
export const whileMore = <Name extends JobName>(
  step: (job: Job<Name>) => Promise<boolean>,
  keyOf?: (payload: Jobs[Name]) => string,
): Task<Name> => inSlices(async (job) => ((await step(job)) ? job.payload : undefined), keyOf);
