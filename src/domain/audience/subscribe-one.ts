import { ValidationError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { found, idOf } from '../found.ts';
import { LINGER_MS, NotTogether, shareCalls } from '../share-calls.ts';
import { TOO_MANY } from './attributes.ts';
import type { PlannedRow, Terms } from './import-terms.ts';
import { type List, lockList, readList } from './lists.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { type RowResult, type RowsResult, subscribeRows, type ValidatedRow, validateRows } from './subscribe-rows.ts';
import { readSubscribers, type Subscriber } from './subscribers.ts';

interface Subscribed {
  subscriber: Subscriber;
  isNew: boolean;
}

interface SignUp {
  listId: string;
  row: ValidatedRow & { value: PlannedRow };
}

/**
 * Subscribes one address to a list, by the same rules as a batch row. Simultaneous calls for the same list share a
 * transaction. Throws NotFoundError, ValidationError.
 */
export async function subscribe(scope: Scope, listId: unknown, input: unknown): Promise<Subscribed> {
  const [row] = validateRows([input]) as [ValidatedRow];
  if ('value' in row) return shareSet(scope, { listId: idOf(listId), row });
  await readList(scope, listId);
  throw new ValidationError(row.issues);
}

/** An address is in a set only once: a second call for it sees the result of the first. */
const shareSet = shareCalls<SignUp, Subscribed>(subscribeSet, {
  groupOf: ({ listId }) => listId,
  keyOf: ({ row }) => row.value.email,
  lingerMs: LINGER_MS,
});

function subscribeSet(scope: Scope, signUps: readonly SignUp[]): Promise<(Subscribed | ValidationError)[]> {
  const [{ listId }] = signUps as [SignUp];
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const list = await lockList(scope, listId);
    const { rows } = await subscribeAtOnce(
      scope,
      list,
      signUps.map(({ row }) => row),
    );
    if (rows.length > 1 && rows.some(isBeyond)) throw new NotTogether();
    const ids = rows.flatMap(({ id }) => id ?? []);
    const subscribers = new Map((await readSubscribers(scope, ids)).map((row) => [row.id, row]));
    return rows.map(({ id, isNew, issues }) => {
      if (!issues) return { subscriber: found(subscribers.get(id as string)), isNew: isNew === true };
      if (rows.length === 1) throw new ValidationError(issues); // rolls everything back
      return new ValidationError(issues);
    });
  });
}

/** Such a row has created its person before it failed. */
const isBeyond = ({ issues = [] }: RowResult): boolean => issues.some(({ problem }) => problem === TOO_MANY);

/**
 * Subscribes validated rows, on `terms` if given, and publishes the changes. The caller's transaction has already locked
 * the list.
 */
export async function subscribeAtOnce(
  scope: Scope,
  list: List,
  rows: readonly ValidatedRow[],
  terms?: Terms,
): Promise<RowsResult> {
  const result = await subscribeRows(scope, list, rows, terms);
  await announceSubscribers(scope, [...new Set(result.rows.flatMap(({ id }) => id ?? []))]);
  return result;
}
