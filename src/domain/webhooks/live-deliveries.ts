import type { Database } from '../../database/connect.ts';
import { LiveQuery } from '../../live/live-query.ts';
import { type Notice, noticesOf, notify, type PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';
import { readWebhookDeliveries, type WebhookDelivery } from './deliveries.ts';
import type { Settlement } from './settle-deliveries.ts';

/** Announces the results of webhook deliveries to every process. */
export async function announceWebhookDeliveries(db: Database, settlements: readonly Settlement[]): Promise<void> {
  const theirs = settlements.filter(({ delivery }) => delivery.webhookId !== null);
  const notices = [...new Set(theirs.map(({ delivery }) => delivery.teamId))].flatMap((teamId) =>
    noticesOf(
      'webhook.delivered',
      teamId,
      theirs.flatMap(({ delivery }) => (delivery.teamId === teamId ? delivery.id : [])),
    ),
  );
  if (notices.length > 0) await notify(db, ...notices);
}

interface Change {
  topic: 'webhook.delivered';
  teamId: number;
  id: string;
}

type LiveWebhookDeliveries = LiveQuery<Change, WebhookDelivery, { webhookId: string }>;

/** The stream of a webhook's delivery results, after each attempt. */
export const createLiveWebhookDeliveries = (db: Database, pubsub: PubSub, log: Log): LiveWebhookDeliveries =>
  new LiveQuery(
    {
      topic: 'webhook.delivered',
      changesIn: (notice) => {
        const { topic, teamId, ids } = notice as Extract<Notice, { topic: 'webhook.delivered' }>;
        return ids.map((id) => ({ topic, teamId, id }));
      },
      load: (teamId, ids) => readWebhookDeliveries(db, teamId, ids),
      fits: (filter: { webhookId: string }, { webhookId }) => filter.webhookId === webhookId,
    },
    pubsub,
    log,
  );
