import { isRefusal } from '../database/refusal.ts';
import { giveUpFirst, processSignUps } from '../domain/forms/process-sign-ups.ts';
import type { Job } from './task.ts';

/**
 * Processes queued sign-ups. Returns whether there are more. If PostgreSQL refuses a set, its sign-ups are processed one by
 * one, so that one cannot block the others forever.
 */
export async function processSomeSignUps({ scope, log }: Job<'take-sign-ups'>): Promise<boolean> {
  try {
    return await processSignUps(scope);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  try {
    return await processSignUps(scope, 1);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.error({ err: error, signUp: await giveUpFirst(scope) }, 'gave up on a sign-up that could not be processed');
    return true;
  }
}
