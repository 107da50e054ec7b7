import type { Scope } from '../../scope.ts';
import { readTransactionalMails, type TransactionalMail } from '../sending/transactional-mails.ts';
import { type CampaignMessage, readCampaignMessages } from './campaign-messages.ts';
import { type PersonalEvent, readEvents } from './events.ts';

/** An entry in the activity of a person: the row itself, and what it is. */
export type Activity = { kind: 'event' | 'mail' | 'campaign'; occurredAt: Date } & (
  | PersonalEvent
  | TransactionalMail
  | CampaignMessage
);

/**
 * Returns the events, mails and campaign messages with these ids, in three statements. The events come without address.
 */
export async function readActivity(scope: Scope, ids: readonly string[]): Promise<Activity[]> {
  const events = await readEvents(scope, ids);
  const mails = await readTransactionalMails(scope, ids);
  const campaigns = await readCampaignMessages(scope, ids);
  return [
    ...events.map((event) => ({ ...event, email: '', kind: 'event' as const })),
    ...mails.map((mail) => ({ ...mail, kind: 'mail' as const, occurredAt: mail.createdAt })),
    ...campaigns.map((message) => ({ ...message, kind: 'campaign' as const, occurredAt: message.createdAt })),
  ];
}
