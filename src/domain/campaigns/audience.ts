import { empty, run, type Sql, sql } from '../../database/connect.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { matchesSearch } from '../audience/search.ts';
import type { Subscriber } from '../audience/subscribers.ts';
import { countReactions } from '../ledger/count-reactions.ts';
import { NO_LINK } from '../ledger/figures.ts';
import { isOpenedByMachine } from '../ledger/machine-opens.ts';
import type { Page, PageRequest } from '../page.ts';
import { compile } from '../segments/compile.ts';
import type { Group, Rule } from '../segments/conditions.ts';
import { matching } from '../segments/counting.ts';
import { listByPredicate } from '../segments/matched-subscribers.ts';
import { readSegmentContext } from '../segments/read-context.ts';

export type Audience = Pick<
  Campaign,
  'listId' | 'segmentIds' | 'excludedSegmentIds' | 'resendOf' | 'resendWho' | 'resendMachineOpens'
>;

/** Predicate over `s`, a subscriber: the campaign is for them, and they are not suppressed. */
export async function readAudience(scope: Scope, audience: Audience): Promise<Sql> {
  if (audience.resendOf !== null) await countReactions(scope);
  const conditions = conditionsOf(audience);
  const context = await readSegmentContext(scope, [audience.listId], [conditions]);
  const chosen = matching(scope, audience.listId, conditions ? compile(conditions, context) : sql`true`);
  return sql`${chosen} and ${isResentTo(scope, audience)} and not exists (select from suppressions x
    where x.team_id = s.team_id and x.target in (s.email, split_part(s.email, '@', 2)))`;
}

/** Predicate over `s`: a resend is for people who got the original message and did not react. True for other campaigns. */
function isResentTo({ team }: Scope, { resendOf, resendWho, resendMachineOpens }: Audience): Sql {
  if (resendOf === null) return sql`true`;
  const what = resendWho === 'not_clicked' ? 'clicked' : 'opened';
  const isUnopened = resendMachineOpens === 'count' ? sql`and not ${isOpenedByMachine(team.id)}` : empty;
  return sql`exists (select from messages m where ${isOriginal(team.id, resendOf)} ${isUnopened})
    and not exists (select from message_facts f where f.team_id = ${team.id} and f.campaign_id = ${resendOf}::uuid
      and f.what = ${what} and f.link = ${NO_LINK} and f.person_key = s.person_key)`;
}

/** Condition: `m` is the message of a campaign that `s` was sent. */
const isOriginal = (
  teamId: number,
  campaignId: string,
): Sql => sql`m.team_id = ${teamId} and m.campaign_id = ${campaignId}::uuid
  and m.person_key = s.person_key and m.state = 'sent'`;

/**
 * Counts the people of a resend to non-openers whose original message was only opened by machines. They receive the resend
 * unless machine opens count. Null for other campaigns.
 */
export async function countMachineOnly(
  scope: Scope,
  campaign: Audience & Pick<Campaign, 'status'>,
): Promise<number | null> {
  const { resendOf, resendWho, status } = campaign;
  if (resendOf === null || resendWho !== 'not_opened' || status !== 'draft') return null;
  const all = await readAudience(scope, { ...campaign, resendMachineOpens: 'ignore' });
  const [row] = await run<{ count: number }>(
    scope.db,
    sql`select count(*)::int as count from subscribers s where ${all} and exists (
      select from messages m where ${isOriginal(scope.team.id, resendOf)} and ${isOpenedByMachine(scope.team.id)})`,
  );
  return row!.count;
}

/** Counts the current audience of a campaign. */
export async function countAudience(scope: Scope, audience: Audience): Promise<number> {
  const [row] = await run<{ count: number }>(
    scope.db,
    sql`select count(*)::int as count from subscribers s where ${await readAudience(scope, audience)}`,
  );
  return row!.count;
}

/** The segments as conditions: in any of the included ones, if there are any, and in none of the excluded ones. */
function conditionsOf({ segmentIds, excludedSegmentIds }: Audience): Group | undefined {
  const rule = (operator: string) => (value: string) => ({ type: 'segment', operator, value }) as unknown as Rule;
  const among: Group[] = segmentIds.length > 0 ? [{ operator: 'or', rules: segmentIds.map(rule('in')) }] : [];
  const parts = [...among, ...excludedSegmentIds.map(rule('not_in'))];
  return parts.length > 0 ? { operator: 'and', rules: parts } : undefined;
}

export const audienceFilters = record({ search: text(255).nullish() });

/** A page of the current audience of a campaign, newest first. Throws ValidationError for `search`. */
export async function listAudience(
  scope: Scope,
  audience: Audience,
  request: PageRequest & { search?: unknown },
): Promise<Page<Subscriber>> {
  const { search } = parse(audienceFilters, request);
  const recipients = await readAudience(scope, audience);
  return listByPredicate(scope, search == null ? recipients : sql`${recipients} and ${matchesSearch(search)}`, request);
}
