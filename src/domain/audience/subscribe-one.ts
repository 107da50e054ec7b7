import { ValidationError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { subscribeBatch } from './subscribe-batch.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';

/** Subscribes one address to a list by the rules of a batch's row. Throws NotFoundError, ValidationError. */
export function subscribe(
  scope: Scope,
  listId: unknown,
  input: unknown,
): Promise<{ subscriber: Subscriber; isNew: boolean }> {
  return transaction(scope, async (scope) => {
    const { rows, added } = await subscribeBatch(scope, listId, [input]);
    const [row] = rows;
    if (row?.issues) throw new ValidationError(row.issues);
    return { subscriber: await readSubscriber(scope, row?.id), isNew: added > 0 };
  });
}
