import { isShared } from '../database/connect.ts';
import type { Scope } from '../scope.ts';
import { shareCalls } from './share-calls.ts';

/** Reads the values of some keys in one statement; a key that nothing belongs to is left out. */
export type Read<Key, Value> = (scope: Scope, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

/**
 * Makes the look-ups that a team's requests ask for at the same moment share one statement (docs/adr/0042). Inside a
 * transaction, which only its own connection can see, a call is a statement of its own. `read` must use nothing of the
 * scope but the database and the team, and cost about the same for every key: they wait for each other. What it gives for
 * keys is in their order.
 */
export function together<Key, Value>(
  read: Read<Key, Value>,
): (scope: Scope, keys: readonly Key[]) => Promise<(Value | undefined)[]> {
  const readAll = async (scope: Scope, keys: readonly Key[]): Promise<(Value | undefined)[]> => {
    const values = await read(scope, [...new Set(keys)]);
    return keys.map((key) => values.get(key));
  };
  const share = shareCalls<Key, Value | undefined>(readAll);
  return (scope, keys) =>
    isShared(scope.db) ? Promise.all(keys.map((key) => share(scope, key))) : readAll(scope, keys);
}
