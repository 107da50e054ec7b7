import { readDuration } from '../../../validation/duration.ts';
import { DONE, NOT_SUBSCRIBED, outcomesOf } from './outcomes.ts';
import { readClocks } from './read-clocks.ts';
import type { RunAtStep, StepOutcome, TakeStep } from './step-kind.ts';
import { momentOfDate, nextTime } from './wait-moments.ts';

/**
 * Waits for a duration, until a time of day, or until the date in an attribute, in the person's time zone or the team's. A
 * past moment does not wait, and without a date the step is skipped.
 */
export const wait: TakeStep<'wait'> = async (context, step, runs) => {
  const { now } = context;
  const come = runs.filter(({ waitUntil }) => waitUntil === null);
  const clocks =
    step.for === undefined && come.length > 0 ? await readClocks(context, come, step.until_attribute) : undefined;
  const until = ({ id }: RunAtStep): Date | StepOutcome => {
    if (step.for !== undefined) return new Date(now.getTime() + readDuration(step.for)! * 1_000);
    const clock = clocks!.get(id);
    if (step.until) return nextTime(now, step.until, clock!.zones);
    if (!clock?.subscribed) return NOT_SUBSCRIBED;
    return momentOfDate(clock.value, step, clock.zones) ?? NO_DATE;
  };
  return outcomesOf(runs, (one) => {
    const found = one.waitUntil ?? until(one);
    if (!(found instanceof Date)) return found;
    return found <= now ? DONE : { outcome: 'wait', until: found };
  });
};

const NO_DATE: StepOutcome = { outcome: 'skipped', reason: 'no_date' };
