import { empty, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { firstIdAt, isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { addressFilter } from '../../validation/email.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record, text, yesOrNo } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { isAnyOf } from '../is-any-of.ts';
import { byEnum, byText, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelection, readSelections, type Selection } from '../selection.ts';
import { BOUNCE_KINDS } from './record-feedback.ts';
import { MAIL_STATUSES, readTransactionalMails, type TransactionalMail } from './transactional-mails.ts';

export const MAIL_ORDER_FIELDS = ['created_at', 'template', 'status'] as const;

/** Only fields with an index. */
const ORDERS = {
  template: byText('template', sql`m.template`),
  status: byEnum('status', sql`m.status`, MAIL_STATUSES, sql`"MailStatus"`),
};

/** Whether there is a time of it. */
const isSet = (column: Sql, asked: boolean | null | undefined): Sql =>
  asked == null ? empty : asked ? sql`and ${column} is not null` : sql`and ${column} is null`;

/** Mails of a deleted template are found by its name. */
const isOf = (template: string): Sql =>
  isId(template)
    ? sql`and (m.template = ${template} or m.template_id = ${template}::uuid)`
    : sql`and m.template = ${template}`;

export const mailFilters = record({
  template: text(255).nullish(),
  status: oneOf(MAIL_STATUSES).nullish(),
  statuses: someOf(MAIL_STATUSES).nullish(),
  recipient: addressFilter().nullish(),
  opened: yesOrNo().nullish(),
  clicked: yesOrNo().nullish(),
  bounced: yesOrNo().nullish(),
  bounceKind: oneOf(BOUNCE_KINDS).nullish(),
  complained: yesOrNo().nullish(),
  since: dateTime().nullish(),
  until: dateTime().nullish(),
  /** The former names. */
  from: dateTime().nullish(),
  to: dateTime().nullish(),
  orderBy: orderBy(MAIL_ORDER_FIELDS),
});

/** The filters and the order of a page of mails. */
export interface MailRequest extends PageRequest {
  template?: unknown;
  status?: unknown;
  statuses?: unknown;
  recipient?: unknown;
  opened?: unknown;
  clicked?: unknown;
  bounced?: unknown;
  bounceKind?: unknown;
  complained?: unknown;
  since?: unknown;
  until?: unknown;
  from?: unknown;
  to?: unknown;
  orderBy?: unknown;
}

/**
 * A page of the team's mails, newest first by default, filtered by template, status, one recipient, what became
 * of it, or date. Throws
 * ValidationError.
 */
export const listTransactionalMails = async (scope: Scope, request: MailRequest): Promise<Page<TransactionalMail>> =>
  readSelection(scope, request, mailsOf(scope, request));

/** The same page for each template, in the order of the ids. Throws ValidationError. */
export async function listTransactionalMailsOf(
  scope: Scope,
  templateIds: readonly string[],
  request: MailRequest,
): Promise<Page<TransactionalMail>[]> {
  const { where, ...selection } = mailsOf(scope, request);
  const ofTemplate = sql`${where} and m.template_id = owner.id`;
  return readSelections(scope, templateIds, request, { ...selection, where: ofTemplate });
}

function mailsOf(scope: Scope, request: MailRequest): Selection<TransactionalMail> {
  if (typeof request.to === 'string' && request.to.includes('@'))
    throw new ValidationError([{ path: ['to'], problem: 'must be a time. Did you mean recipient?' }]);
  const { template, status, statuses, recipient, opened, clicked, bounced, bounceKind, complained, ...asked } = parse(
    mailFilters,
    request,
  );
  const since = asked.since ?? asked.from;
  const until = asked.until ?? asked.to;
  if (since && until && since >= until)
    throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  return {
    from: sql`transactional_mails m`,
    id: sql`m.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`m.team_id = ${scope.team.id}
      ${template == null ? empty : isOf(template)}
      ${status == null ? empty : sql`and m.status = ${status}::"MailStatus"`}
      ${statuses == null ? empty : sql`and ${isAnyOf(sql`m.status`, statuses, sql`"MailStatus"`)}`}
      ${recipient == null ? empty : sql`and m.recipients @> ${[recipient]}::text[]`}
      ${isSet(sql`m.opened_at`, opened)} ${isSet(sql`m.clicked_at`, clicked)} ${clicked ? sql`and m.opened_at is not null` : empty}
      ${isSet(sql`m.bounced_at`, bounced)} ${isSet(sql`m.complained_at`, complained)}
      ${bounceKind == null ? empty : sql`and m.bounced_at is not null and m.bounce_kind = ${bounceKind}::"BounceKind"`}
      ${since ? createdSince(since) : empty} ${until ? createdBefore(until) : empty}`,
    read: (ids) => readTransactionalMails(scope, ids),
  };
}

/**
 * Ids begin with the time, so the primary key finds the mails of a period; `created_at` then decides exactly. The margin
 * allows for a clock that was set back.
 */
const CLOCK_SET_BACK_MS = 3_600_000;

const createdSince = (from: Date): Sql =>
  sql`and m.created_at >= ${from}::timestamptz and m.id >= ${firstIdAt(from.getTime() - CLOCK_SET_BACK_MS)}::uuid`;

const createdBefore = (to: Date): Sql =>
  sql`and m.created_at < ${to}::timestamptz and m.id < ${firstIdAt(to.getTime() + CLOCK_SET_BACK_MS)}::uuid`;
