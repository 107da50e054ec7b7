import DataLoader from 'dataloader';
import type { Subscriber } from '../domain/audience/subscribers.ts';
import { findSuppressions, type Suppression } from '../domain/audience/suppressions.ts';
import { listRunsOfPeople } from '../domain/automations/runs/list-runs.ts';
import type { AutomationRun } from '../domain/automations/runs/runs.ts';
import type { SignUp } from '../domain/forms/sign-ups.ts';
import type { Activity } from '../domain/insight/activity.ts';
import type { CampaignMessage } from '../domain/insight/campaign-messages.ts';
import type { PersonalEvent } from '../domain/insight/events.ts';
import {
  type EventCount,
  type Person,
  readEventCounts,
  readPeople,
  readRevenues,
  readSummaries,
  type Summary,
} from '../domain/insight/people/person.ts';
import {
  listActivityOf,
  listCampaignMessagesOf,
  listEventsOf,
  listFeedbackOf,
  listMailsOf,
  listSalesOf,
  listSignUpsOf,
  listSubscriptionsOf,
  listTouchesOf,
  type NamedFeedback,
  type NamedTouch,
  readAttachmentNames,
  type Sale,
} from '../domain/insight/people/person-lists.ts';
import type { Revenue } from '../domain/insight/revenue.ts';
import type { Page } from '../domain/page.ts';
import type { TransactionalMail } from '../domain/sending/transactional-mails.ts';
import { type ByRequest, byRequest } from './by-request.ts';
import type { LoaderMakers } from './lazy-loaders.ts';

type Pages<Row> = ByRequest<Page<Row>>;

/** A person's data by e-mail address, batched into a few statements for all people of an operation. */
export interface PersonLoaders {
  /** By the person's key. */
  personByKey: DataLoader<string, Person | undefined>;
  summary: DataLoader<string, Summary>;
  revenue: DataLoader<string, Revenue[]>;
  eventCounts: DataLoader<string, EventCount[]>;
  suppression: DataLoader<string, Suppression | undefined>;
  attachmentNames: DataLoader<string, string[]>;
  eventsOf: Pages<PersonalEvent>;
  mailsOf: Pages<TransactionalMail>;
  activityOf: Pages<Activity>;
  subscriptionsOf: Pages<Subscriber>;
  salesOf: Pages<Sale>;
  signUpsOf: Pages<SignUp>;
  touchesOf: Pages<NamedTouch>;
  feedbackOf: Pages<NamedFeedback>;
  automationRunsOf: Pages<AutomationRun>;
  campaignMessagesOf: Pages<CampaignMessage>;
}

export const PERSON_LOADERS: LoaderMakers<PersonLoaders> = {
  personByKey: (scope) =>
    new DataLoader(async (keys) => {
      const people = new Map((await readPeople(scope, keys)).map((person) => [person.id, person]));
      return keys.map((key) => people.get(key));
    }),
  summary: (scope) => new DataLoader((emails) => readSummaries(scope, emails)),
  revenue: (scope) => new DataLoader((emails) => readRevenues(scope, emails)),
  eventCounts: (scope) => new DataLoader((emails) => readEventCounts(scope, emails)),
  suppression: (scope) =>
    new DataLoader(async (emails) => {
      const suppressions = await findSuppressions(scope, emails);
      return emails.map((email) => suppressions.get(email));
    }),
  attachmentNames: (scope) =>
    new DataLoader(async (ids) => {
      const names = await readAttachmentNames(scope, ids);
      return ids.map((id) => names.get(id) ?? []);
    }),
  eventsOf: (scope) => byRequest((emails, request) => listEventsOf(scope, emails, request)),
  mailsOf: (scope) => byRequest((emails, request) => listMailsOf(scope, emails, request)),
  activityOf: (scope) => byRequest((emails, request) => listActivityOf(scope, emails, request)),
  subscriptionsOf: (scope) => byRequest((emails, request) => listSubscriptionsOf(scope, emails, request)),
  salesOf: (scope) => byRequest((emails, request) => listSalesOf(scope, emails, request)),
  signUpsOf: (scope) => byRequest((emails, request) => listSignUpsOf(scope, emails, request)),
  touchesOf: (scope) => byRequest((emails, request) => listTouchesOf(scope, emails, request)),
  campaignMessagesOf: (scope) => byRequest((emails, request) => listCampaignMessagesOf(scope, emails, request)),
  automationRunsOf: (scope) => byRequest((emails, request) => listRunsOfPeople(scope, emails, request)),
  feedbackOf: (scope) => byRequest((emails, request) => listFeedbackOf(scope, emails, request)),
};
