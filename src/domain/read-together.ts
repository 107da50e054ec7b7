import { isShared } from '../database/connect.ts';
import type { Scope } from '../scope.ts';
import { shareCalls } from './share-calls.ts';

/** Reads the values of some keys in one statement; keys without a value are left out. */
export type Read<Key, Value> = (scope: Scope, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

/**
 * Combines simultaneous lookups of a team's requests into one statement (docs/adr/0042). Inside a transaction, which only
 * its own connection can see, each call is a separate statement. `read` must use nothing of the scope but the database and
 * the team, and cost about the same for every key: they wait for each other. `max`: the most keys in a statement, so that
 * large rows of many requests do not fill the memory. Returns values in the order of keys.
 */
export function together<Key, Value>(
  read: Read<Key, Value>,
  max: number,
): (scope: Scope, keys: readonly Key[]) => Promise<(Value | undefined)[]> {
  const readAll = async (scope: Scope, keys: readonly Key[]): Promise<(Value | undefined)[]> => {
    const values = await read(scope, [...new Set(keys)]);
    return keys.map((key) => values.get(key));
  };
  const share = shareCalls<Key, Value | undefined>(readAll, { max });
  return (scope, keys) =>
    isShared(scope.db) ? Promise.all(keys.map((key) => share(scope, key))) : readAll(scope, keys);
}
