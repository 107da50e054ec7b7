import type { Scope } from '../../scope.ts';
import { writeNotifications } from './notify-webhooks.ts';

/** A subscriber whose subscription ended. */
interface Ended {
  id: string;
  person: string;
  list: string;
  status: 'bounced' | 'complained';
}

/** For distributed tables: notifies of subscribers whose subscriptions ended together. */
export const notifyOfEnds = (scope: Scope, ended: readonly Ended[]): Promise<void> =>
  writeNotifications(
    scope,
    ended.map(({ id, person, list, status }) => ({ kind: `subscriber.${status}`, entry: { id, person, list } })),
  );
