import { ValidationError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../privacy/erasure-lock.ts';
import { type List, lockList } from './lists.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { type RowsResult, subscribeRows, type ValidatedRow, validateRows } from './subscribe-rows.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';

/** Subscribes one address to a list, by the same rules as a batch row. Throws NotFoundError, ValidationError. */
export function subscribe(
  scope: Scope,
  listId: unknown,
  input: unknown,
): Promise<{ subscriber: Subscriber; isNew: boolean }> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const list = await lockList(scope, listId);
    const { rows, added } = await subscribeAtOnce(scope, list, validateRows([input]));
    const [row] = rows;
    if (row?.issues) throw new ValidationError(row.issues);
    return { subscriber: await readSubscriber(scope, row?.id), isNew: added > 0 };
  });
}

/** Subscribes validated rows and publishes the changes. The caller's transaction has already locked the list. */
export async function subscribeAtOnce(scope: Scope, list: List, rows: readonly ValidatedRow[]): Promise<RowsResult> {
  const result = await subscribeRows(scope, list, rows);
  await announceSubscribers(scope, [...new Set(result.rows.flatMap(({ id }) => id ?? []))]);
  return result;
}
