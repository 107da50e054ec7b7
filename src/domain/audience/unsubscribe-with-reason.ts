import { type Scope, transaction } from '../../scope.ts';
import { oneOf, optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { LEAVING_REASONS } from '../ledger/leaving-reasons.ts';
import { saveLeavingReason } from './leaving-reasons.ts';
import { type Subscriber, unsubscribe } from './subscribers.ts';

const rule = record({ reason: optionalText(oneOf(LEAVING_REASONS)) });

/**
 * Unsubscribes a subscriber as `unsubscribe` does, and stores the reason, if one is given and none is known. Throws
 * NotFoundError, and ValidationError for an unknown reason; then nothing changes.
 */
export function unsubscribeWithReason(scope: Scope, id: unknown, given: { reason?: unknown }): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const subscriber = await unsubscribe(scope, id);
    const { reason } = parse(rule, given);
    if (reason) await saveLeavingReason(scope, subscriber.id, reason);
    return subscriber;
  });
}
