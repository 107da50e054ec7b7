import { run, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { Language } from '../../validation/language.ts';
import { found } from '../found.ts';
import type { Through } from '../ledger/credit-unsubscribe.ts';
import { changeMatching } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { chooseLists, personOf } from './subscriptions.ts';

/** At most one campaign message in this many days. */
const EVERY = { week: 7, month: 30 } as const;

export const OFTEN = ['any', 'week', 'month'] as const;

/** How often a person wants campaign messages: no limit, or at most one a week or a month. */
export type Often = (typeof OFTEN)[number];

/** A frequency cap that the team has set for the person. */
export interface OwnCap {
  messages: number;
  days: number;
}

/** How long a pause lasts. */
const PAUSE_DAYS = 30;
const DAY_MS = 86_400_000;

/** A person's choices besides the lists. */
export interface Preferences {
  often: Often | OwnCap;
  /** Whether opens and clicks may be counted. */
  tracked: boolean;
  /** Null: no pause. */
  pausedUntil: Date | null;
  /** For showing the end of the pause. */
  timezone: string;
}

/** The preferences of the person of a link. Throws NotFoundError. */
export async function readPreferences({ db, team }: Scope, subscriberId: string): Promise<Preferences> {
  const [row] = await run<Omit<Preferences, 'often'> & { messages: number | null; days: number | null }>(
    db,
    sql`select p.tracked, case when p.paused_until > now() then p.paused_until end as "pausedUntil",
               p.frequency_messages as messages, p.frequency_days as days, coalesce(s.timezone, t.timezone) as timezone
        from subscribers s join people p on p.team_id = s.team_id and p.key = s.person_key join teams t on t.id = s.team_id
        where s.team_id = ${team.id} and s.id = ${subscriberId}::uuid`,
  );
  const { messages, days, ...preferences } = found(row);
  return { ...preferences, often: oftenOf(messages, days) };
}

function oftenOf(messages: number | null, days: number | null): Often | OwnCap {
  if (messages === null || days === null) return 'any';
  if (messages === 1 && days === EVERY.week) return 'week';
  return messages === 1 && days === EVERY.month ? 'month' : { messages, days };
}

/** The choices on the page; absent ones stay unchanged. `lists`: all that the person wants. */
export interface Chosen {
  lists: readonly string[];
  language?: Language | undefined;
  often?: Often | undefined;
  tracked?: boolean | undefined;
}

/** Saves a person's choices, all or nothing. `through`: see leaveList. Throws NotFoundError. */
export function savePreferences(scope: Scope, subscriberId: string, chosen: Chosen, through: Through = {}) {
  const { lists, language, often, tracked } = chosen;
  return transaction(scope, async (scope) => {
    await lockPerson(scope, subscriberId);
    await lockSubscriptions(scope, subscriberId);
    await chooseLists(scope, subscriberId, lists, through);
    const days = often === undefined || often === 'any' ? null : EVERY[often];
    const unchanged = sql`${often === undefined}::boolean`;
    await run(
      scope.db,
      sql`update people set tracked = coalesce(${tracked ?? null}::boolean, tracked),
            frequency_messages = case when ${unchanged} then frequency_messages else ${days === null ? null : 1}::int end,
            frequency_days = case when ${unchanged} then frequency_days else ${days}::int end
          where team_id = ${scope.team.id} and key = ${personOf(scope, subscriberId)} returning key`,
    );
    if (language !== undefined) await chooseLanguage(scope, subscriberId, language);
  });
}

/** Pauses everything but transactional mail for 30 days. An active pause stays unchanged. Throws NotFoundError. */
export const pause = (scope: Scope, subscriberId: string): Promise<void> =>
  setPause(scope, subscriberId, new Date(scope.now().getTime() + PAUSE_DAYS * DAY_MS));

/** Ends a pause early. Throws NotFoundError. */
export const endPause = (scope: Scope, subscriberId: string): Promise<void> => setPause(scope, subscriberId, null);

const setPause = (scope: Scope, subscriberId: string, until: Date | null): Promise<void> =>
  transaction(scope, async (scope) => {
    await lockPerson(scope, subscriberId);
    await run(
      scope.db,
      sql`update people set paused_until = ${until}::timestamptz
          where team_id = ${scope.team.id} and key = ${personOf(scope, subscriberId)}
            and (${until}::timestamptz is null or paused_until is null or paused_until <= now()) returning key`,
    );
  });

/** Throws NotFoundError if the subscriber is gone, or the person erased. */
async function lockPerson(scope: Scope, subscriberId: string): Promise<void> {
  const [person] = await run(
    scope.db,
    sql`select key::text from people
        where team_id = ${scope.team.id} and key = ${personOf(scope, subscriberId)} for no key update`,
  );
  found(person);
}

/** Locks the person's subscriptions in the order that all writers use. The person is locked before. */
const lockSubscriptions = (scope: Scope, subscriberId: string): Promise<unknown> =>
  run(
    scope.db,
    sql`select s.id::text from subscribers s
        where s.team_id = ${scope.team.id} and s.person_key = ${personOf(scope, subscriberId)} order by s.id for update`,
  );

/** On all lists of the person. A known region, such as in de-AT, stays. */
async function chooseLanguage(scope: Scope, subscriberId: string, language: Language): Promise<void> {
  const which = sql`s.person_key = ${personOf(scope, subscriberId)}
    and (s.locale is null or lower(split_part(s.locale, '-', 1)) <> ${language})`;
  await announceSubscribers(scope, await changeMatching(scope, which, { fields: { locale: language } }));
}
