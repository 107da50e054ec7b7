import type { Scope } from '../../scope.ts';
import { readTransactionalMails, type TransactionalMail } from '../sending/transactional-mails.ts';
import { type CampaignMessage, readCampaignMessages } from './campaign-messages.ts';
import { type PersonalEvent, readEvents } from './events.ts';

export const ACTIVITY_TYPES = ['event', 'mail', 'campaign'] as const;

/** An entry in the timeline of a person. */
export interface Activity {
  id: string;
  type: (typeof ACTIVITY_TYPES)[number];
  occurredAt: Date;
  event?: PersonalEvent;
  mail?: TransactionalMail;
  campaign?: CampaignMessage;
}

/**
 * Returns the events, mails and campaign messages with these ids, in three statements. The events come without address.
 */
export async function readActivity(scope: Scope, ids: readonly string[]): Promise<Activity[]> {
  const events = await readEvents(scope, ids);
  const mails = await readTransactionalMails(scope, ids);
  const campaigns = await readCampaignMessages(scope, ids);
  return [
    ...events.map((event) => ({
      ...{ id: event.id, type: 'event' as const, occurredAt: event.occurredAt },
      event: { ...event, email: '' },
    })),
    ...mails.map((mail) => ({ id: mail.id, type: 'mail' as const, occurredAt: mail.createdAt, mail })),
    ...campaigns.map((campaign) => ({
      ...{ id: campaign.id, type: 'campaign' as const, occurredAt: campaign.createdAt, campaign },
    })),
  ];
}
