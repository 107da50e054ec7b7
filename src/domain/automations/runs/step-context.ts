import type { Scope } from '../../../scope.ts';
import type { RunAtStep, StepContext, Subscription } from '../steps/step-kind.ts';
import type { ClaimedRun } from './claim-runs.ts';
import { readSubscriptions } from './read-subscriptions.ts';

/**
 * The context of steps. Subscriptions are read on first use, for all requested runs. `claimed`: runs that were already read
 * with their subscriptions, if the automation has a list.
 */
export function stepContext(
  scope: Scope,
  automation: StepContext['automation'],
  now: Date,
  claimed: readonly ClaimedRun[] = [],
): StepContext {
  const read = automation.listId === null ? [] : claimed;
  let known = new Map(read.map(({ id, subscription }) => [id, subscription ?? undefined]));
  return {
    scope,
    automation,
    now,
    subscriptionsOf: async (runs: readonly RunAtStep[]) => {
      const unknown = runs.filter(({ id }) => !known.has(id));
      if (unknown.length > 0) {
        const read = await readSubscriptions(scope, automation.listId, unknown);
        for (const { id } of unknown) known.set(id, read.get(id));
      }
      return new Map(
        runs.flatMap(({ id }): [string, Subscription][] => {
          const subscription = known.get(id);
          return subscription ? [[id, subscription]] : [];
        }),
      );
    },
    forgetSubscriptions: () => {
      known = new Map();
    },
  };
}
