import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';

/** Notifies webhooks of new suppressions, in the transaction that made them. `target`: an address or a domain. */
export const notifyOfSuppressed = (
  scope: Pick<Scope, 'db' | 'team'>,
  added: readonly { id: string; target: string }[],
): Promise<void> =>
  notifyWebhooks(
    scope,
    'suppression.created',
    added.map(({ id, target }) => ({ id, person: target.includes('@') ? personKey(scope.team.id, target) : null })),
  );
