import { empty, type Sql, sql } from '../../database/connect.ts';
import type { MessageState } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { whole } from '../../validation/number.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record, text, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { isAnyOf } from '../is-any-of.ts';
import { linkOf, NO_LINK } from '../ledger/figures.ts';
import type { Happened } from '../ledger/note-facts.ts';
import { BOUNCE_KINDS } from '../sending/record-feedback.ts';

export const MESSAGE_STATES = [
  ...(['queued', 'claimed', 'sending', 'sent', 'deferred', 'failed', 'unknown', 'withheld'] as const),
] as const satisfies readonly MessageState[];

/** Longer addresses are not counted as links. */
const LONGEST_LINK = 1_500;
const MAX_VARIANT = 100;

export const recipientFilters = record({
  state: oneOf(MESSAGE_STATES).nullish(),
  states: someOf(MESSAGE_STATES).nullish(),
  opened: yesOrNo().nullish(),
  clicked: yesOrNo().nullish(),
  link: text(LONGEST_LINK).nullish(),
  variant: whole(1, MAX_VARIANT).nullish(),
  bounced: yesOrNo().nullish(),
  bounceKind: oneOf(BOUNCE_KINDS).nullish(),
  unsubscribed: yesOrNo().nullish(),
  complained: yesOrNo().nullish(),
});

/** Filters for the recipients of a campaign. */
export interface RecipientRequest {
  state?: unknown;
  states?: unknown;
  opened?: unknown;
  clicked?: unknown;
  link?: unknown;
  variant?: unknown;
  bounced?: unknown;
  bounceKind?: unknown;
  unsubscribed?: unknown;
  complained?: unknown;
}

/** The messages of a campaign that match filters: `from … where …`, and the columns there. */
export interface Recipients {
  from: Sql;
  where: Sql;
  id: Sql;
  personKey: Sql;
}

/** Filters named after a message fact. The rarest come first. */
const WHETHER = ['complained', 'bounced', 'unsubscribed', 'clicked', 'opened'] as const satisfies readonly Happened[];

interface Fact {
  what: Happened;
  link?: string;
}

/**
 * The messages of a campaign that match the filters. Filters on facts read the facts, which are few and ordered by person;
 * others read all messages. Throws ValidationError.
 */
export function recipientsWhere({ team }: Scope, campaignId: string, request: RecipientRequest): Recipients {
  const { state, states, link, variant, bounceKind, ...asked } = parse(recipientFilters, request);
  // The rarest first.
  const happened: Fact[] = [
    ...(link == null ? [] : [{ what: 'clicked_link' as const, link }]),
    ...(bounceKind == null ? [] : [{ what: `${bounceKind}_bounce` as const }]),
    ...WHETHER.filter((what) => asked[what] === true).map((what) => ({ what })),
  ];
  const not: Fact[] = WHETHER.filter((what) => asked[what] === false).map((what) => ({ what }));
  const [first, ...others] = happened;
  const table = first ? sql`f` : sql`m`;
  const ours = sql`${table}.team_id = ${team.id} and ${table}.campaign_id = ${campaignId}::uuid`;
  const isFact = (alias: Sql, { what, link }: Fact) =>
    sql`${alias}.what = ${what} and ${alias}.link = ${link === undefined ? NO_LINK : linkOf(sql`${link}::text`)}`;
  const has = (fact: Fact) => sql`exists (select from message_facts x
    where x.team_id = ${team.id} and x.campaign_id = ${campaignId}::uuid and ${isFact(sql`x`, fact)}
      and x.person_key = ${table}.person_key)`;
  const ofMessage = sql`${state == null ? empty : sql`and m.state = ${state}::"MessageState"`}
      ${states == null ? empty : sql`and ${isAnyOf(sql`m.state`, states, sql`"MessageState"`)}`}
    ${variant == null ? empty : sql`and m.variant = ${variant}::int`}`;
  const needsMessage = state != null || states != null || variant != null;
  const conditions = [...others.map(has), ...not.map((fact) => sql`not ${has(fact)}`)];
  const rest = conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);
  return first
    ? {
        from: sql`message_facts f ${needsMessage ? sql`join messages m on m.team_id = f.team_id and m.id = f.message_id` : empty}`,
        where: sql`${ours} and ${isFact(sql`f`, first)} and ${rest} ${ofMessage}`,
        id: sql`f.message_id`,
        personKey: sql`f.person_key`,
      }
    : {
        from: sql`messages m`,
        where: sql`${ours} and m.campaign_id is not null and ${rest} ${ofMessage}`,
        id: sql`m.id`,
        personKey: sql`m.person_key`,
      };
}
