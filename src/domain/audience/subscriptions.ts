import { run, type Sql, sql } from '../../database/connect.ts';
import type { FeedbackProvider } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found } from '../found.ts';
import { creditUnsubscribe, type Through } from '../ledger/credit-unsubscribe.ts';
import { changeMatching } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { confirm, type Subscriber } from './subscribers.ts';

/** A subscription as its person may see it. */
export interface Subscription {
  subscriberId: string;
  listId: string;
  listName: string;
  listLocale: string;
  email: string;
  /** The person's language, if known. */
  locale: string | null;
  status: Subscriber['status'];
  /** Whether the person cannot subscribe again themselves: bounced, complained, or suppressed. */
  blocked: boolean;
  /** Whether the person has left without giving a reason. */
  mayGiveReason: boolean;
}

/** The subscription that a link belongs to. Throws NotFoundError. */
export async function readSubscription(scope: Scope, subscriberId: string): Promise<Subscription> {
  return found((await select(scope, sql`s.id = ${subscriberId}::uuid`))[0]);
}

/** Returns the subscriptions of the same person to all lists of the team, active or not, ordered by name. */
export const listSubscriptions = (scope: Scope, subscriberId: string): Promise<Subscription[]> =>
  select(scope, sql`s.person_key = ${personOf(scope, subscriberId)}`);

/**
 * Confirms an unconfirmed subscription. An old link does not restore a person who has unsubscribed since. Returns whether
 * this call changed the status. Throws NotFoundError.
 */
export async function confirmSubscription(
  scope: Scope,
  subscriberId: string,
): Promise<Subscription & { changed: boolean }> {
  const before = await readSubscription(scope, subscriberId);
  if (!before.blocked) await confirm(scope, subscriberId);
  const after = await readSubscription(scope, subscriberId);
  return { ...after, changed: after.status !== before.status };
}

/**
 * Ends the subscription. The stronger status `complained` stays. `through`: the campaign message whose link was used; if
 * the person leaves the campaign's list, the campaign is credited. Throws NotFoundError.
 */
export async function leaveList(scope: Scope, subscriberId: string, through: Through = {}): Promise<Subscription> {
  await leave(scope, sql`s.id = ${subscriberId}::uuid`, { ...through, subscriberId });
  return readSubscription(scope, subscriberId);
}

/** Ends all subscriptions of the person. */
export async function leaveAllLists(scope: Scope, subscriberId: string, through: Through = {}): Promise<void> {
  await leave(scope, sql`s.person_key = ${personOf(scope, subscriberId)}`, { ...through, subscriberId });
}

/**
 * Sets the lists that the person wants: subscribes or confirms the wanted ones, leaves the others. No confirmation e-mail
 * is needed, because the link proves that the mailbox is theirs. Blocked subscriptions and lists that the person was never
 * on stay unchanged.
 */
export function chooseLists(
  scope: Scope,
  subscriberId: string,
  wanted: readonly string[],
  through: Through = {},
): Promise<void> {
  return transaction(scope, async (scope) => {
    const theirs = sql`s.person_key = ${personOf(scope, subscriberId)} and not ${blocked(scope)}`;
    const unwanted = sql`${theirs} and s.status = 'subscribed' and not s.list_id = any(${[...wanted]}::uuid[])`;
    await leave(scope, unwanted, { ...through, subscriberId });
    const chosen = sql`${theirs} and s.list_id = any(${[...wanted]}::uuid[]) and s.status in ('unconfirmed', 'unsubscribed')`;
    const joined = await changeMatching(scope, chosen, { status: 'subscribed', joins: true });
    await announceSubscribers(scope, joined);
  });
}

const blocked = (scope: Scope): Sql => sql`(s.status in ('bounced', 'complained') or exists (
  select from suppressions x where x.team_id = ${scope.team.id} and x.target in (s.email, split_part(s.email, '@', 2))))`;

/** The person key of a subscriber, as an expression. */
export const personOf = (scope: Scope, subscriberId: string): Sql =>
  sql`(select person_key from subscribers where team_id = ${scope.team.id} and id = ${subscriberId}::uuid)`;

const select = (scope: Scope, which: Sql) =>
  run<Subscription>(
    scope.db,
    sql`select s.id::text as "subscriberId", s.list_id::text as "listId", l.name as "listName", l.locale as "listLocale",
               s.email, s.locale, s.status::text as status, ${blocked(scope)} as blocked,
               s.status = 'unsubscribed' and coalesce((
                 select c.reason is null from subscriber_changes c
                 where c.team_id = ${scope.team.id} and c.subscriber_id = s.id and c.kind = 'unsubscribed'
                 order by c.at desc, c.id desc limit 1), false) as "mayGiveReason"
        from subscribers s join lists l on l.team_id = s.team_id and l.id = s.list_id
        where s.team_id = ${scope.team.id} and ${which}
        order by lower(l.name), l.id`,
  );

const leave = (scope: Scope, which: Sql, link: Through & { subscriberId: string }) =>
  transaction(scope, async (scope) => {
    const left = await unsubscribe(scope, which);
    if (left.includes(link.subscriberId)) await creditUnsubscribe(scope, link.subscriberId, link);
    await announceSubscribers(scope, left);
  });

/** Ends the subscriptions of people, by their keys, to a list, in the caller's transaction, which has locked them. */
export async function leaveListTogether(scope: Scope, listId: string, persons: readonly string[]): Promise<void> {
  const theirs = sql`s.list_id = ${listId}::uuid and s.person_key = any(${[...persons]}::uuid[])`;
  await announceSubscribers(scope, await unsubscribe(scope, theirs));
}

/**
 * Ends subscriptions in the caller's transaction, and records the provider at which the people unsubscribed, if any. Returns
 * the ids of newly ended ones.
 */
export async function endSubscriptions(
  scope: Scope,
  ids: readonly string[],
  provider?: FeedbackProvider,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const left = await unsubscribe(scope, sql`s.id = any(${[...new Set(ids)]}::uuid[])`, provider);
  await announceSubscribers(scope, left);
  return left;
}

const unsubscribe = (scope: Scope, which: Sql, provider?: FeedbackProvider): Promise<string[]> =>
  changeMatching(
    scope,
    sql`${which} and s.status in ('unconfirmed', 'subscribed', 'bounced')`,
    { status: 'unsubscribed' },
    provider,
  );
