import { isRefusal } from '../database/refusal.ts';
import { giveUpFirst, processSignUps as processNext } from '../domain/forms/process-sign-ups.ts';
import type { Log } from '../log.ts';
import type { Scope } from '../scope.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Processes the queued sign-ups for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const processSignUps: Task<'take-sign-ups'> = async (scope, _, log) => {
  const more = await forTimeSlice({}, async () => ((await processSome(scope, log)) ? {} : undefined));
  if (more) await scope.enqueue('take-sign-ups', {}, { key: 'more' });
};

/** If PostgreSQL refuses a set, its sign-ups are processed one by one, so that one cannot block the others forever. */
async function processSome(scope: Scope, log: Log): Promise<boolean> {
  try {
    return await processNext(scope);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  try {
    return await processNext(scope, 1);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.error({ err: error, signUp: await giveUpFirst(scope) }, 'gave up on a sign-up that could not be processed');
    return true;
  }
}
