import { coalesceByGroup, type Sharing } from '../async/coalesce.ts';
import { type Database, isShared } from '../database/connect.ts';
import { isRefusal } from '../database/refusal.ts';
import type { Scope } from '../scope.ts';

interface Call<Item> {
  scope: Scope;
  item: Item;
}

interface Options<Item> extends Partial<Sharing<Item>> {
  /** Only items of the same group, within a team, share a set. */
  groupOf?(item: Item): string;
}

/**
 * For calls that write: how long to wait for answered callers to call again, so that they share one set instead of
 * splitting into two. A commit costs more than this; a read does not.
 */
export const LINGER_MS = 3;

/** Thrown by the work on a set: everything must be rolled back, and each item done separately. */
export class NotTogether extends Error {}

/**
 * Lets simultaneous calls of a team share one call of `work`, which does a set of them in one transaction or statement and
 * returns an outcome for each, in order; an Error fails the call of that item alone. Each call is answered after the
 * commit. If PostgreSQL refuses the set, each item is done separately, so that one cannot fail the others. Within a
 * caller's transaction nothing is shared. See docs/adr/0040.
 */
export function shareCalls<Item, Outcome>(
  work: (scope: Scope, items: readonly Item[]) => Promise<readonly (Outcome | Error)[]>,
  { groupOf = () => '', keyOf, max = 100, parallel = 2, lingerMs = 0 }: Options<Item> = {},
): (scope: Scope, item: Item) => Promise<Outcome> {
  const groupOfCall = ({ scope, item }: Call<Item>) => `${scope.team.id} ${groupOf(item)}`;
  const sharing = { max, parallel, lingerMs, keyOf: keyOf && (({ item }: Call<Item>) => keyOf(item)) };
  const shared = new WeakMap<Database, (call: Call<Item>) => Promise<Outcome>>();

  const alone = async ({ scope, item }: Call<Item>): Promise<Outcome | Error> => {
    const [outcome] = await work(scope, [item]);
    return outcome as Outcome | Error;
  };

  const together = async (calls: readonly Call<Item>[]): Promise<readonly (Outcome | Error)[]> => {
    const [{ scope }] = calls as [Call<Item>];
    try {
      return await work(
        scope,
        calls.map(({ item }) => item),
      );
    } catch (error) {
      if (calls.length === 1 || !(error instanceof NotTogether || isRefusal(error))) throw error;
    }
    const outcomes: (Outcome | Error)[] = [];
    for (const call of calls) outcomes.push(await alone(call).catch((error: Error) => error));
    return outcomes;
  };

  return async (scope, item) => {
    if (!isShared(scope.db)) {
      const outcome = await alone({ scope, item });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
    const share = shared.get(scope.db) ?? coalesceByGroup(groupOfCall, together, sharing);
    shared.set(scope.db, share);
    return share({ scope, item });
  };
}
