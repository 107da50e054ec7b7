import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../database/connect.ts';
import { filled, record } from '../../../../rules/text.ts';
import type { Ground } from '../ground.ts';
import { days } from '../numbers.ts';
import { type Operators, operator } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';

/** The name of a template, or the name with a number of days. */
type Asked = string | { template: string; within_days?: number };

/** What the person got and did with mails of a template. The log keeps the name, so a deleted template counts on. */
export const transactional: RuleType = {
  needs: ({ value }) => ({ templates: [nameIn(value)] }),
  operatorsOf: (_, ground) => operators(ground),
};

const nameIn = (value: unknown): unknown =>
  typeof value === 'object' ? (value as { template?: unknown })?.template : value;

const name = filled(255);
const withDays = record({ template: name, within_days: days().optional() });

/** A template that there is, where that is asked for. */
const value = (templates: ReadonlySet<string> | undefined) =>
  z.unknown().transform((sent, context): Asked => {
    const isObject = typeof sent === 'object' && sent !== null;
    const read = (isObject ? withDays : name).safeParse(sent);
    const known = name.safeParse(nameIn(sent));
    if (templates && known.success && !templates.has(known.data)) {
      const path = isObject ? ['template'] : [];
      context.addIssue({ code: 'custom', message: 'must be the name of a template.', path });
    }
    if (read.success) return read.data;
    for (const { message, path } of read.error.issues) context.addIssue({ code: 'custom', message, path });
    return z.NEVER;
  });

function operators({ teamId, templates }: Ground): Operators {
  const asked = value(templates);
  const asks = (holds: (asked: Asked) => Sql) => operator(asked, holds);
  const denies = (holds: (asked: Asked) => Sql) => operator(asked, (asked) => sql`(not ${holds(asked)})`);
  return {
    received: asks((asked) => received(teamId, asked)),
    not_received: denies((asked) => received(teamId, asked)),
    opened: asks((asked) => touched(teamId, asked, 'open')),
    not_opened: denies((asked) => touched(teamId, asked, 'open')),
    clicked: asks((asked) => touched(teamId, asked, 'click')),
    not_clicked: denies((asked) => touched(teamId, asked, 'click')),
  };
}

const partsOf = (asked: Asked) => (typeof asked === 'string' ? { template: asked, within_days: undefined } : asked);

const within = (at: Sql, days: number | undefined): Sql =>
  days === undefined ? empty : sql`and ${at} >= now() - ${days}::int * interval '24 hours'`;

/** A mail that was sent, to the person or with a copy to the person. */
function received(teamId: number, asked: Asked): Sql {
  const { template, within_days } = partsOf(asked);
  return sql`exists (
    select from transactional_mails m cross join unnest(m.recipients) address
    where m.team_id = ${teamId} and address = s.email and m.template = ${template}::text and m.status = 'sent'
      ${within(sql`m.sent_at`, within_days)})`;
}

function touched(teamId: number, asked: Asked, kind: 'open' | 'click'): Sql {
  const { template, within_days } = partsOf(asked);
  return sql`exists (
    select from touches t join transactional_mails m on m.team_id = t.team_id and m.id = t.sender_id
    where t.team_id = ${teamId} and t.person_key = s.person_key and t.sender = 'transactional'
      and t.kind = ${kind}::"TouchKind" and m.template = ${template}::text ${within(sql`t.at`, within_days)})`;
}
