import type { Scope } from '../../scope.ts';
import { readTransactionalMails, type TransactionalMail } from '../sending/transactional-mails.ts';
import { type CampaignMessage, readCampaignMessages } from './campaign-messages.ts';
import { type PersonalEvent, readEvents } from './events.ts';
import { readSubscriberChanges, type SubscriberChange } from './subscriber-changes.ts';
import { type NamedFeedback, type NamedTouch, readFeedback, readTouches } from './touches.ts';

/** An entry in the activity of a person: the row and its kind. */
export type Activity = {
  entry: 'event' | 'mail' | 'campaign' | 'touch' | 'feedback' | 'change';
  occurredAt: Date;
} & (PersonalEvent | TransactionalMail | CampaignMessage | NamedTouch | NamedFeedback | SubscriberChange);

/** Returns the entries with these ids, with one statement for each kind. Events come without an address. */
export async function readActivity(scope: Scope, ids: readonly string[]): Promise<Activity[]> {
  const events = await readEvents(scope, ids);
  const mails = await readTransactionalMails(scope, ids);
  const campaigns = await readCampaignMessages(scope, ids);
  const touches = await readTouches(scope, ids);
  const feedback = await readFeedback(scope, ids);
  const changes = await readSubscriberChanges(scope, ids);
  return [
    ...events.map((event) => ({ ...event, email: '', entry: 'event' as const })),
    ...mails.map((mail) => ({ ...mail, entry: 'mail' as const, occurredAt: mail.createdAt })),
    ...campaigns.map((message) => ({ ...message, entry: 'campaign' as const, occurredAt: message.createdAt })),
    ...touches.map((touch) => ({ ...touch, entry: 'touch' as const, occurredAt: touch.at })),
    ...feedback.map((row) => ({ ...row, entry: 'feedback' as const, occurredAt: row.at })),
    ...changes.map((change) => ({ ...change, entry: 'change' as const })),
  ];
}
