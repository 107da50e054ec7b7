import type { Exit } from '../definition/definition.ts';
import type { RunAtStep, StepContext } from '../steps/step-kind.ts';
import { happenedSince } from './happened-since.ts';
import { matchingRuns } from './matching-runs.ts';

/**
 * The runs that an exit ends, by id, and whether it is a goal. The first matching exit decides. One statement for each
 * exit.
 */
export async function endedByExits(
  context: StepContext,
  exits: readonly Exit[],
  runs: readonly RunAtStep[],
): Promise<Map<string, 'goal' | 'exit'>> {
  const ended = new Map<string, 'goal' | 'exit'>();
  for (const exit of exits) {
    const left = runs.filter(({ id }) => !ended.has(id));
    if (left.length === 0) break;
    const ids = await (exit.type === 'event'
      ? happenedSince(
          context,
          exit,
          left.map((one) => ({ ...one, since: one.startedAt, until: null })),
        )
      : matchingRuns(context, exit.if, left));
    for (const id of ids) ended.set(id, exit.goal ? 'goal' : 'exit');
  }
  return ended;
}
