import { teamOf } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { createScope, type Scope, WORKER } from '../../scope.ts';
import { changeSubscribers, lockSubscribers } from '../audience/change-subscribers.ts';
import { announceSubscribers } from '../audience/live-subscribers.ts';
import { notifyOfSuppressed } from '../audience/notify-of-suppressed.ts';
import { signalLeft } from '../signals/people-who-left.ts';
import type { FeedbackKind } from './record-feedback.ts';

/** New feedback about a person. */
export interface Noted {
  teamId: number;
  person: string;
  email: string;
  kind: FeedbackKind;
}

/**
 * A mailbox counts as bounced after soft bounces on this many days, unless there was an open, a click or a delivered mail
 * in between, or the bounces were reset.
 */
const SOFT_DAYS = 5;

/** Servers retry for up to five days. A message without feedback for longer counts as delivered. */
const SILENCE_DAYS = 6;

/**
 * Applies recorded feedback. A hard bounce or a complaint suppresses the address and sets the person's subscriptions to
 * `bounced` or `complained`. The fifth day of soft bounces sets them to `bounced` and suppresses nothing. `complained`
 * replaces any other status; `bounced` does not replace `unsubscribed`. Ends the people's automation runs. A few
 * statements for each team, in the caller's transaction, and notices of the changes.
 */
export async function applyFeedback(db: Database, noted: readonly Noted[]): Promise<void> {
  const teams = [...new Set(noted.map(teamOf))].sort((a, b) => a - b); // everybody locks in this order
  for (const id of teams) {
    await applyToTeam(
      createScope(db, { id }, WORKER),
      noted.filter(({ teamId }) => teamId === id),
    );
  }
}

async function applyToTeam(scope: Scope, noted: readonly Noted[]): Promise<void> {
  const of = (kind: FeedbackKind) => noted.filter((one) => one.kind === kind);
  const [complaints, hard] = [of('complaint'), of('hard_bounce')];
  const suppressed = [...complaints, ...hard];
  await suppress(scope, suppressed);
  const worn = await findWorn(scope, of('soft_bounce'));
  const changed = await endSubscriptions(scope, complaints.map(personOf), [...hard.map(personOf), ...worn]);
  await signalLeft(
    scope,
    suppressed.map(personOf).filter((person) => !changed.has(person)), // the change has signalled the others
  );
}

const personOf = ({ person }: Noted): string => person;

/** Suppresses addresses. Of several rows with an address, the first counts. */
async function suppress(scope: Scope, rows: readonly Noted[]): Promise<void> {
  const { db, team } = scope;
  if (rows.length === 0) return;
  const given = JSON.stringify(
    rows.map(({ email, kind }) => ({ id: newId(), email, reason: kind === 'complaint' ? kind : 'hard_bounce' })),
  );
  const added = await run<{ id: string; target: string }>(
    db,
    sql`insert into suppressions (team_id, id, target, reason)
        select ${team.id}::int, id, email, reason::"SuppressionReason"
        from jsonb_to_recordset(${given}::jsonb) as given(id uuid, email text, reason text)
        on conflict (team_id, target) do nothing returning id::text, target`,
  );
  await notifyOfSuppressed(scope, added);
}

/** The people among these whose mailboxes count as bounced. */
async function findWorn({ db, team }: Scope, rows: readonly Noted[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const worn = await run<{ person: string }>(
    db,
    sql`select distinct g.person::text as person
        from unnest(${rows.map(personOf)}::uuid[], ${rows.map(({ email }) => email)}::text[]) as g(person, email)
        where (
          select count(distinct (f.at at time zone 'UTC')::date) from feedback f
          where f.team_id = ${team.id}::int and f.person_key = g.person and f.kind = 'soft_bounce'
            and f.at > greatest('-infinity'::timestamptz,
              (select p.soft_bounces_from from people p where p.team_id = ${team.id}::int and p.key = g.person),
              (select max(t.at) from touches t where t.team_id = ${team.id}::int and t.person_key = g.person),
              (select max(m.sent_at) from transactional_mails m
               where m.team_id = ${team.id}::int and m.recipients @> array[g.email]
                 and m.sent_at < now() - make_interval(days => ${SILENCE_DAYS})
                 and not exists (select from feedback x where x.team_id = ${team.id}::int and x.message_id = m.id
                                   and x.person_key = g.person)))) >= ${SOFT_DAYS}`,
  );
  return worn.map(({ person }) => person);
}

/** Ends the subscriptions of people who complained or bounced. Returns the people whose subscriptions have changed. */
async function endSubscriptions(
  scope: Scope,
  complained: readonly string[],
  bounced: readonly string[],
): Promise<ReadonlySet<string>> {
  const people = [...new Set([...complained, ...bounced])];
  if (people.length === 0) return new Set();
  const locked = await lockSubscribers(
    scope,
    sql`s.person_key = any(${people}::uuid[])
        and case when s.person_key = any(${[...complained]}::uuid[]) then s.status <> 'complained'
              else s.status in ('subscribed', 'unconfirmed') end`,
  );
  const hasComplained = new Set(complained);
  await changeSubscribers(
    scope,
    locked.map(({ id, person }) => ({ id, status: hasComplained.has(person) ? 'complained' : 'bounced' })),
  );
  await announceSubscribers(
    scope,
    locked.map(({ id }) => id),
  );
  return new Set(locked.map(({ person }) => person));
}
