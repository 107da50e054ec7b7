import { empty, join, run, type Sql, sql } from '../../../database/connect.ts';
import type { Sale, Subscriber } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';
import { record, text } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { readSubscribers } from '../../audience/subscribers.ts';
import { PROCESSED, readSignUps, type SignUp } from '../../forms/sign-ups.ts';
import { beyondCursor, orderOfSlice } from '../../keyset.ts';
import { byTime } from '../../ordering.ts';
import type { Page, PageRequest, Slice } from '../../page.ts';
import { readTransactionalMails, type TransactionalMail } from '../../sending/transactional-mails.ts';
import { type Activity, readActivity } from '../activity.ts';
import { type CampaignMessage, campaignMessagesOf, readCampaignMessages } from '../campaign-messages.ts';
import { type Event, type PersonalEvent, readEvents } from '../events.ts';
import { subscriberChangesOf } from '../subscriber-changes.ts';
import { feedbackOf, type NamedFeedback, type NamedTouch, readFeedback, readTouches, touchesOf } from '../touches.ts';
import { pagesOfPeople } from './pages-of-people.ts';

export type { NamedFeedback, NamedTouch, Sale };

type Emails = readonly string[];

const filters = record({ name: text(100).nullish() });

/** The events of each person, most recent first. Throws ValidationError. */
export async function listEventsOf(
  scope: Scope,
  emails: Emails,
  request: PageRequest & { name?: unknown },
): Promise<Page<PersonalEvent>[]> {
  const { name } = parse(filters, request);
  const named = name == null ? empty : sql`and name = ${name}`;
  return pagesOfPeople<Event, PersonalEvent>(scope, emails, request, {
    by: 'occurredAt',
    usual: 50,
    max: 200,
    select: () => sql`${eventsOf(scope)} ${named}`,
    read: (ids) => readEvents(scope, ids),
    show: (event, email) => ({ ...event, email }),
  });
}

/** The transactional mails to each person, newest first. */
export const listMailsOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<TransactionalMail>[]> =>
  pagesOfPeople(scope, emails, request, {
    max: 200,
    select: () => mailsOf(scope),
    read: (ids) => readTransactionalMails(scope, ids),
  });

/** The activity of each person, most recent first. */
export const listActivityOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<Activity>[]> =>
  pagesOfPeople<Activity>(scope, emails, request, {
    by: 'occurredAt',
    // Each branch of the union selects, from its own index, only as many rows as the page can need.
    select: (slice) =>
      join(
        [eventsOf, mailsOf, campaignMessagesOf, touchesOf, feedbackOf, subscriberChangesOf].map((side) =>
          firstOf(side(scope), slice),
        ),
        ' union all ',
      ),
    read: (ids) => readActivity(scope, ids),
    show: (activity, email) => (activity.entry === 'event' ? { ...activity, email } : activity),
  });

/** The subscriptions of each person on all lists, newest first. */
export const listSubscriptionsOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<Subscriber>[]> =>
  pagesOfPeople(scope, emails, request, {
    max: 200,
    select: () => sql`select id from subscribers where team_id = ${scope.team.id} and person_key = owner.key`,
    read: (ids) => readSubscribers(scope, ids),
  });

/** The sales of each person, most recent first. */
export const listSalesOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<Sale>[]> =>
  pagesOfPeople(scope, emails, request, {
    by: 'occurredAt',
    max: 200,
    select: () =>
      sql`select id, occurred_at as at from sales where team_id = ${scope.team.id} and person_key = owner.key`,
    read: (ids) => scope.db.sale.findMany({ where: { teamId: scope.team.id, id: { in: ids } } }),
  });

/** The form sign-ups of each person, newest first. */
export const listSignUpsOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<SignUp>[]> =>
  pagesOfPeople<SignUp>(scope, emails, request, {
    max: 200,
    select: () =>
      sql`select u.id from sign_ups u where u.team_id = ${scope.team.id} and u.person_key = owner.key and ${PROCESSED}`,
    read: (ids) => readSignUps(scope, ids),
  });

/** The e-mails that each person opened or clicked, most recent first. */
export const listTouchesOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<NamedTouch>[]> =>
  pagesOfPeople<NamedTouch>(scope, emails, request, {
    by: 'at',
    max: 200,
    select: () => touchesOf(scope),
    read: (ids) => readTouches(scope, ids),
  });

/** The feedback about each person, most recent first. */
export const listFeedbackOf = (scope: Scope, emails: Emails, request: PageRequest): Promise<Page<NamedFeedback>[]> =>
  pagesOfPeople<NamedFeedback>(scope, emails, request, {
    by: 'at',
    max: 200,
    select: () => feedbackOf(scope),
    read: (ids) => readFeedback(scope, ids),
  });

/** The campaign messages to each person, newest first. */
export const listCampaignMessagesOf = (
  scope: Scope,
  emails: Emails,
  request: PageRequest,
): Promise<Page<CampaignMessage>[]> =>
  pagesOfPeople<CampaignMessage>(scope, emails, request, {
    max: 200,
    select: () => sql`select id from (${campaignMessagesOf(scope)}) sent`,
    read: (ids) => readCampaignMessages(scope, ids),
  });

const eventsOf = ({ team }: Scope): Sql =>
  sql`select id, occurred_at as at from events where team_id = ${team.id} and person_key = owner.key`;

/** "offset 0" makes the planner find mails by address first, instead of sorting all mails of the team. */
const mailsOf = ({ team }: Scope): Sql =>
  sql`(select id, created_at as at from transactional_mails
       where team_id = ${team.id} and recipients @> array[owner.email] offset 0)`;

function firstOf(all: Sql, slice: Slice | undefined): Sql {
  if (!slice) return sql`(${all})`;
  const columns = { id: sql`one.id`, by: byTime('occurredAt', sql`one.at`) };
  return sql`(select id, at from (${all}) one where ${beyondCursor(slice, columns)}
              order by ${orderOfSlice(slice, columns)} limit ${slice.skip + slice.take})`;
}

/** Returns the file names of each mail's attachments, in one statement. */
export async function readAttachmentNames(scope: Scope, mailIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await run<{ id: string; names: string[] }>(
    scope.db,
    sql`select id::text, array(select file->>'filename' from jsonb_array_elements(attachments) file) as names
        from transactional_mails where team_id = ${scope.team.id} and id = any(${[...mailIds]}::uuid[])`,
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}
