import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { newId } from '../../ids.ts';
import { noticesOf, notify } from '../../live/pubsub.ts';
import { createScope, WORKER } from '../../scope.ts';
import { notifyOfEnds } from '../signals/notify-of-subscribers.ts';
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
 * statements, in the caller's transaction, and notices of the changes.
 */
export async function applyFeedback(db: Database, noted: readonly Noted[]): Promise<void> {
  const rows = noted.map(({ teamId, person, email, kind }) => ({ teamId, person, email, kind, id: newId() }));
  for (const { teams, items } of byTeam(db, rows, teamOf)) {
    await suppress(
      db,
      items.filter(({ kind }) => kind !== 'soft_bounce'),
    );
    const changed = await endSubscriptions(db, teams, items);
    for (const teamId of new Set(changed.map((row) => row.teamId))) {
      const ids = changed.filter((row) => row.teamId === teamId).map(({ id }) => id);
      await notify(db, ...noticesOf('subscriber.changed', teamId, ids));
    }
    await signalEnds(db, items, changed);
    if (isDistributed(db)) await notifyEachTeam(db, changed); // elsewhere a trigger does it
  }
}

type Row = Noted & { id: string };

async function suppress(db: Database, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await run(
    db,
    sql`insert into suppressions (team_id, id, target, reason)
        select distinct on ("teamId", email) "teamId", id, email,
               (case kind when 'complaint' then 'complaint' else 'hard_bounce' end)::"SuppressionReason"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("teamId" int, email text, kind text, id uuid)
        order by "teamId", email, kind
        on conflict (team_id, target) do nothing`,
  );
}

/**
 * Signals to automations the people who are suppressed now, subscribed or not, and without a trigger also those whose
 * subscription ended.
 */
async function signalEnds(db: Database, rows: readonly Row[], changed: readonly Ended[]): Promise<void> {
  const signalled = new Set(isDistributed(db) ? [] : changed.map(({ person }) => person));
  const suppressed = rows.filter(({ kind }) => kind !== 'soft_bounce');
  const ended = [...suppressed, ...changed].filter(({ person }) => !signalled.has(person));
  for (const teamId of new Set(ended.map(teamOf))) {
    const people = ended.filter((one) => one.teamId === teamId).map(({ person }) => person);
    await signalLeft(createScope(db, { id: teamId }, WORKER), people);
  }
}

async function notifyEachTeam(db: Database, changed: readonly Ended[]): Promise<void> {
  for (const teamId of new Set(changed.map(teamOf))) {
    await notifyOfEnds(
      createScope(db, { id: teamId }, WORKER),
      changed.filter((one) => one.teamId === teamId),
    );
  }
}

interface Ended {
  teamId: number;
  id: string;
  person: string;
  list: string;
  status: 'bounced' | 'complained';
}

/** Returns the subscribers whose status has changed. */
function endSubscriptions(db: Database, teams: readonly number[], rows: readonly Row[]): Promise<Ended[]> {
  const of = (column: Sql) => ofOne(teams, column);
  return run(
    db,
    sql`with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as given("teamId" int, person uuid, email text, kind text)
        ), final as (
          select * from given where kind <> 'soft_bounce'
        ), worn as (
          select distinct "teamId", person from given g
          where kind = 'soft_bounce' and (
            select count(distinct (f.at at time zone 'UTC')::date) from feedback f
            where f.team_id = g."teamId" ${of(sql`f.team_id`)} and f.person_key = g.person and f.kind = 'soft_bounce'
              and f.at > greatest('-infinity'::timestamptz,
                (select p.soft_bounces_from from people p
                 where p.team_id = g."teamId" ${of(sql`p.team_id`)} and p.key = g.person),
                (select max(t.at) from touches t where t.team_id = g."teamId" ${of(sql`t.team_id`)} and t.person_key = g.person),
                (select max(m.sent_at) from transactional_mails m
                 where m.team_id = g."teamId" ${of(sql`m.team_id`)} and m.recipients @> array[g.email]
                   and m.sent_at < now() - make_interval(days => ${SILENCE_DAYS})
                   and not exists (select from feedback x where x.team_id = m.team_id ${of(sql`x.team_id`)} and x.message_id = m.id
                                     and x.person_key = g.person)))) >= ${SOFT_DAYS}
        ), ended as (
          select "teamId", person, bool_or(kind = 'complaint') as complained
          from (select "teamId", person, kind from final union all select "teamId", person, 'soft_bounce' from worn) ends
          group by "teamId", person
        ), held as (
          select s.team_id, s.id, (case when e.complained then 'complained' else 'bounced' end)::"SubscriberStatus" as status
          from subscribers s join ended e on e."teamId" = s.team_id and e.person = s.person_key ${of(sql`s.team_id`)}
          where case when e.complained then s.status <> 'complained' else s.status in ('subscribed', 'unconfirmed') end
          order by s.team_id, s.person_key, s.id for update of s
        )
        update subscribers s set updated_at = now(), status = h.status
        from held h where s.team_id = h.team_id ${of(sql`s.team_id`)} and s.id = h.id
        returning s.team_id as "teamId", s.id::text, s.person_key::text as person, s.list_id::text as list,
          h.status::text as status`,
  );
}
