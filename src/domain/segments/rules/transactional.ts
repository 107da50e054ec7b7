import { type Sql, sql } from '../../../database/connect.ts';
import { filled } from '../../../validation/text.ts';
import { type Asked, mailRules, within } from '../mail-operators.ts';
import type { RuleType } from '../rule-type.ts';

const { nameIn, operators } = mailRules('template', filled(255), 'must be the name of a template.');

/** What the person got and did with mails of a template. The log keeps the name, so a deleted template counts on. */
export const transactional: RuleType = {
  needs: ({ value }) => ({ templates: [nameIn(value)] }),
  operatorsOf: (_, { teamId, templates }) =>
    operators(templates, {
      received: (asked) => received(teamId, asked),
      touched: (asked, kind) => touched(teamId, asked, kind),
    }),
};

/** A mail that was sent, to the person or with a copy to the person. */
const received = (teamId: number, { name, days }: Asked): Sql => sql`exists (
  select from transactional_mails m cross join unnest(m.recipients) address
  where m.team_id = ${teamId} and address = s.email and m.template = ${name}::text and m.status = 'sent'
    ${within(sql`m.sent_at`, days)})`;

const touched = (teamId: number, { name, days }: Asked, kind: 'open' | 'click'): Sql => sql`exists (
  select from touches t join transactional_mails m on m.team_id = t.team_id and m.id = t.sender_id
  where t.team_id = ${teamId} and t.person_key = s.person_key and t.sender = 'transactional'
    and t.kind = ${kind}::"TouchKind" and m.template = ${name}::text ${within(sql`t.at`, days)})`;
