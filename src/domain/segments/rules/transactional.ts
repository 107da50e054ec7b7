import { type Sql, sql } from '../../../database/connect.ts';
import { filled } from '../../../validation/text.ts';
import { NO_TEMPLATE } from '../../content/template-references.ts';
import { isOpenedByMachine } from '../../ledger/machine-opens.ts';
import { type Asked, isTouch, mailOperators, nameIn, within } from '../mail-operators.ts';
import { ruleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';
import { scalar } from '../value.ts';

/** A mail was sent to the person, or to others with the person in copy. */
const received = (context: SegmentContext, { name, days }: Asked): Sql => sql`exists (
  select from transactional_mails m cross join unnest(m.recipients) address
  where m.team_id = ${context.teamId} and address = s.email and m.template = ${name}::text and m.status = 'sent'
    ${within(context, sql`m.sent_at`, days)})`;

const touched = (context: SegmentContext, { name, days }: Asked, kind: 'open' | 'click'): Sql => sql`exists (
  select from touches t join transactional_mails m on m.team_id = t.team_id and m.id = t.sender_id
  where t.team_id = ${context.teamId} and t.person_key = s.person_key and t.sender = 'transactional'
    and ${isTouch(kind)} and m.template = ${name}::text ${within(context, sql`t.at`, days)})`;

/** For people rather than mails: only for mails to one person is the reader known. */
const openedByMachine = (context: SegmentContext, { name, days }: Asked): Sql => sql`exists (
  select from transactional_mails m
  where m.team_id = ${context.teamId} and m."to" = array[s.email] and m.recipients @> array[s.email] and m.template = ${name}::text
    and ${isOpenedByMachine(context.teamId, sql`true ${within(context, sql`r.at`, days)}`)})`;

const which = {
  record: 'TemplateMail',
  key: 'template',
  value: scalar('String', filled(255), 'The name or id of a template.'),
  known: ({ templates }: SegmentContext) => templates,
  problem: NO_TEMPLATE,
};

/** Mails of a deleted template still count, by its name. */
export const transactional = ruleType(
  {
    name: 'Transactional',
    description: 'Whether the person received, opened or clicked transactional e-mails of a template.',
    needs: ({ value }) => ({ templates: [nameIn('template', value)] }),
  },
  mailOperators(which, { received, touched, openedByMachine }),
);
