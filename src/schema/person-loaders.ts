import DataLoader from 'dataloader';
import type { Subscriber } from '../domain/audience/subscribers.ts';
import { findSuppressions, type Suppression } from '../domain/audience/suppressions.ts';
import type { Activity } from '../domain/insight/activity.ts';
import type { CampaignMessage } from '../domain/insight/campaign-messages.ts';
import type { PersonalEvent } from '../domain/insight/events.ts';
import { readRevenues, readSummaries, type Summary } from '../domain/insight/people/person.ts';
import {
  listActivityOf,
  listCampaignMessagesOf,
  listEventsOf,
  listFeedbackOf,
  listMailsOf,
  listSalesOf,
  listSubscriptionsOf,
  listTouchesOf,
  type NamedFeedback,
  type NamedTouch,
  readAttachmentNames,
  type Sale,
} from '../domain/insight/people/person-lists.ts';
import type { Revenue } from '../domain/insight/revenue.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { TransactionalMail } from '../domain/sending/transactional-mails.ts';
import type { Scope } from '../scope.ts';

interface Asked {
  email: string;
  request: PageRequest;
}

type Pages<Row> = DataLoader<Asked, Page<Row>, string>;

/** What people have, by their address: each batched into a few statements for all people of an operation. */
export interface PersonLoaders {
  summary: DataLoader<string, Summary>;
  revenue: DataLoader<string, Revenue[]>;
  suppression: DataLoader<string, Suppression | undefined>;
  attachmentNames: DataLoader<string, string[]>;
  eventsOf: Pages<PersonalEvent>;
  mailsOf: Pages<TransactionalMail>;
  activityOf: Pages<Activity>;
  subscriptionsOf: Pages<Subscriber>;
  salesOf: Pages<Sale>;
  touchesOf: Pages<NamedTouch>;
  feedbackOf: Pages<NamedFeedback>;
  campaignMessagesOf: Pages<CampaignMessage>;
}

export function createPersonLoaders(scope: Scope): PersonLoaders {
  return {
    summary: new DataLoader((emails) => readSummaries(scope, emails)),
    revenue: new DataLoader((emails) => readRevenues(scope, emails)),
    suppression: new DataLoader(async (emails) => {
      const suppressions = await findSuppressions(scope, emails);
      return emails.map((email) => suppressions.get(email));
    }),
    attachmentNames: new DataLoader(async (ids) => {
      const names = await readAttachmentNames(scope, ids);
      return ids.map((id) => names.get(id) ?? []);
    }),
    eventsOf: pages((emails, request) => listEventsOf(scope, emails, request)),
    mailsOf: pages((emails, request) => listMailsOf(scope, emails, request)),
    activityOf: pages((emails, request) => listActivityOf(scope, emails, request)),
    subscriptionsOf: pages((emails, request) => listSubscriptionsOf(scope, emails, request)),
    salesOf: pages((emails, request) => listSalesOf(scope, emails, request)),
    touchesOf: pages((emails, request) => listTouchesOf(scope, emails, request)),
    campaignMessagesOf: pages((emails, request) => listCampaignMessagesOf(scope, emails, request)),
    feedbackOf: pages((emails, request) => listFeedbackOf(scope, emails, request)),
  };
}

/** Those who are asked for the same part of a list are read together; what is refused, is refused for them alone. */
const pages = <Row>(read: (emails: string[], request: PageRequest) => Promise<Page<Row>[]>): Pages<Row> =>
  new DataLoader<Asked, Page<Row>, string>(
    async (asked) => {
      const parts = new Map<string, { request: PageRequest; emails: string[] }>();
      for (const { email, request } of asked) {
        const key = JSON.stringify(request);
        const part = parts.get(key) ?? { request, emails: [] };
        part.emails.push(email);
        parts.set(key, part);
      }
      const results = new Map<string, Page<Row> | Error>();
      for (const [key, { request, emails }] of parts) {
        const found = await read(emails, request).catch((error: Error) => error);
        for (const [index, email] of emails.entries()) {
          results.set(`${email} ${key}`, found instanceof Error ? found : (found[index] as Page<Row>));
        }
      }
      return asked.map(keyOf).map((key) => results.get(key) as Page<Row> | Error);
    },
    { cacheKeyFn: keyOf },
  );

const keyOf = ({ email, request }: Asked): string => `${email} ${JSON.stringify(request)}`;
