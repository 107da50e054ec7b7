import { ON_ONE_MACHINE, ofOne } from '../../database/by-team.ts';
import { empty, raw, type Sql, sql } from '../../database/connect.ts';
import { insertFewNotifications } from '../signals/notify-webhooks.ts';
import { autoPausing } from './auto-pause.ts';
import { isOutcome, OUTCOMES } from './count-minutes.ts';
import { settledFigures } from './settled-figures.ts';
import type { Settlement } from './write-ledger.ts';

type Part = (settlements: readonly Settlement[], teams: readonly number[]) => Sql;

/** The variants of the ledger's statement: its use of `settled`, and its answer. */
export interface Parts {
  /** Further parts of the statement's WITH. */
  before: Part;
  /** The query after it. */
  answer: Part;
}

// Unused parts are left out: most messages are simply sent.

const mails: Part = (settlements, teams) =>
  hasMails(settlements)
    ? sql`mails as (
        update transactional_mails m set status = s.mail_status, failure_reason = s.reason,
          sent_at = case when s.state = 'sent' then s.at end, 
          subject = case when cardinality(m.secret_variables) = 0 then coalesce(s.subject, m.subject) else m.subject end,
          variables = m.variables - m.secret_variables
        from settled s
        where s.state in ('sent', 'failed') and m.team_id = s.team_id ${ofOne(teams, sql`m.team_id`)} and m.id = s.mail_id
        returning m.team_id, m.id, m.status, m.is_test, m.automation_id, m.automation_step, s.holder
      ),`
    : empty;

/** Whether the status of a mail changes. */
const hasMails = (settlements: readonly Settlement[]): boolean =>
  settlements.some(({ claim, state }) => claim.mailId && (state === 'sent' || state === 'failed'));

/** Counts the settlements of campaigns. */
export const counted: Part = (settlements, teams) =>
  settlements.every(({ claim }) => !claim.campaignId)
    ? empty
    : sql`numbers as materialized (
        select team_id, campaign_id, count(*) filter (where state = 'sent')::int as sent,
               count(*) filter (where state = 'failed')::int as failed,
               (count(*) filter (where state = 'unknown') - count(*) filter (where was = 'unknown'))::int as unknown,
               count(*) filter (where state = 'withheld')::int as withheld
        from settled where campaign_id is not null and (state not in ('queued', 'deferred') or was = 'unknown') group by team_id, campaign_id
      ), campaigns_in_order as materialized (
        select c.team_id, c.id from campaigns c join numbers n on n.team_id = c.team_id and n.campaign_id = c.id
        where true ${ofOne(teams, sql`c.team_id`)} order by c.team_id, c.id for no key update of c
      ), counted as (
        update campaigns c set sent_count = sent_count + n.sent, failed_count = failed_count + n.failed,
          unknown_count = unknown_count + n.unknown, withheld_count = withheld_count + n.withheld, ${autoPausing({
            decided: sql`(c.sent_count + n.sent + c.failed_count + n.failed - c.brake_from)`,
            hardBounces: sql`c.brake_hard_bounces`,
            complaints: sql`c.brake_complaints`,
          })}
        from campaigns_in_order o join numbers n on n.team_id = o.team_id and n.campaign_id = o.id
        join teams t on t.id = o.team_id
        where c.team_id = o.team_id ${ofOne(teams, sql`c.team_id`)} and c.id = o.id
      ),`;

const announced: Part = (settlements) =>
  hasMails(settlements)
    ? sql`announced as (
        select pg_notify('tidings', json_build_object(
          'topic', 'mail.status', 'teamId', team_id, 'id', id, 'status', status)::text) is null as announced from mails
      ),`
    : empty;

const tried: Part = (settlements) =>
  settlements.every(({ state }) => !['failed', 'deferred', 'unknown'].includes(state))
    ? empty
    : sql`tried as (
        insert into attempts (team_id, message_id, outcome, reason)
        select team_id, id, case when state = 'failed' then 'failed' when undecided > 0 or state = 'unknown' then 'undecided'
                                 else 'deferred' end::"AttemptOutcome", reason
        from settled where state in ('failed', 'deferred', 'unknown')
      ),`;

const added: Part = (settlements) =>
  settlements.every(({ state }) => state !== 'sent')
    ? empty
    : sql`added as (
        insert into message_counts as known (team_id, quarter, kind, holder, sent)
        select s.team_id, date_bin('15 minutes', s.at, 'epoch'), ${
          hasMails(settlements) ? sql`case when t.is_test then 'test' else s.kind::text end` : sql`s.kind::text`
        }, coalesce(s.holder, 0), count(*)
        from settled s ${hasMails(settlements) ? sql`left join transactional_mails t on t.team_id = s.team_id and t.id = s.mail_id` : empty}
        where s.state = 'sent' group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (team_id, quarter, kind, holder) do update set sent = known.sent + excluded.sent
      ),`;

const countedByDomain: Part = (settlements) =>
  settlements.every(({ between }) => !between)
    ? empty
    : sql`counted_by_domain as (
        insert into delivery_counts as known (team_id, day, sending_domain, recipient_domain, outcome, cause, holder, count)
        select team_id, (at at time zone 'UTC')::date, "from", "to", state, cause, coalesce(holder, 0), count(*)
        from settled where "to" is not null and state in ('sent', 'failed', 'deferred')
        group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
        on conflict (team_id, day, sending_domain, recipient_domain, outcome, cause, holder)
          do update set count = known.count + excluded.count
      ),`;

const countedByMinute: Part = (settlements) =>
  settlements.every(({ state }) => !isOutcome(state))
    ? empty
    : sql`counted_by_minute as (
        insert into message_minutes as known (team_id, minute, outcome, holder, count)
        select team_id, date_trunc('minute', at), state, coalesce(holder, 0), count(*)
        from settled where state = any(${[...OUTCOMES]}::text[]) group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (team_id, minute, outcome, holder) do update set count = known.count + excluded.count
      ),`;

/** Whether a mail written by an automation step was sent. */
const ofSteps = (settlements: readonly Settlement[]): boolean =>
  settlements.some(({ claim, state }) => claim.mailId && claim.runId && state === 'sent');

const countedForSteps: Part = (settlements, teams) =>
  ofSteps(settlements)
    ? sql`automations_of_mails as materialized (
        select a.team_id, a.id from automations a
        where (a.team_id, a.id) in (select team_id, automation_id from mails where automation_id is not null)
          ${ofOne(teams, sql`a.team_id`)} order by a.team_id, a.id for key share
      ), counted_for_steps as (
        insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
        select m.team_id, m.automation_id, m.automation_step, 'sent', '', coalesce(m.holder, 0), count(*)
        from mails m join automations_of_mails a on a.team_id = m.team_id and a.id = m.automation_id
        where m.status = 'sent' group by 1, 2, 3, 6 order by 1, 2, 3, 6
        on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count
      ),`
    : empty;

const countedForReport: Part = (settlements) =>
  settlements.every(({ claim }) => !claim.campaignId)
    ? empty
    : sql`counted_for_report as (
        insert into campaign_counts as known (team_id, campaign_id, what, detail, variant, holder, count)
        ${settledFigures}
        on conflict (team_id, campaign_id, what, detail, variant, holder) do update set count = known.count + excluded.count
      ),`;

/**
 * Webhook events for the messages in `settled`, except tests. `team`: the team, if they all belong to one. Unneeded parts
 * are left out: planning them would cost more than running them.
 */
export const notificationsOf = (
  settlements: readonly { campaignId: string | null; mailId: string | null }[],
  team?: Sql,
): Sql => sql`
  select s.team_id, 'mail.' || s.state as kind, s.list, null::text as name,
         jsonb_build_object('id', coalesce(s.mail_id, s.id), 'mail', s.mail_id,
           'message', case when s.mail_id is null then s.id end, 'person', s.person_key, 'list', s.list) as entry
  from (select o.*, ${
    settlements.some(({ campaignId }) => campaignId)
      ? sql`(select c.list_id from campaigns c where c.team_id = ${team ?? sql`o.team_id`} and c.id = o.campaign_id)`
      : sql`null::uuid`
  } as list from settled o) s
  where s.state in ('sent', 'failed') and s.kind::text in ('transactional', 'campaign') ${
    settlements.some(({ mailId }) => mailId)
      ? sql`and not exists (select from transactional_mails t
          where t.team_id = ${team ?? sql`s.team_id`} and t.id = s.mail_id and t.is_test)`
      : empty
  }`;

const notified: Part = (settlements, teams) =>
  settlements.every(({ state }) => state !== 'sent' && state !== 'failed')
    ? empty
    : sql`notified as (${insertFewNotifications(teams, notificationsOf(settlements.map(({ claim }) => claim)))}),`;

/** One statement does everything. */
export const HERE: Parts = {
  before: (...of) =>
    sql`${raw(ON_ONE_MACHINE)} ${tried(...of)} ${mails(...of)} ${announced(...of)} ${added(...of)} ${countedByDomain(...of)} ${countedByMinute(...of)} ${countedForReport(...of)} ${countedForSteps(...of)} ${notified(...of)}`,
  answer: (settlements) => sql`
    select true as settled, index from settled ${hasMails(settlements) ? sql`where (select count(*) from announced) >= 0` : empty}
    union all select false, index from started`,
};

/**
 * For distributed tables: Citus sends the statement to its team's machine only if it inserts nothing, and notices sent
 * there reach nobody. So it returns the rows to note and announce.
 */
export const APART: Parts = {
  before: mails,
  answer: (settlements) => sql`
    select true as settled, s.index, s.team_id as "teamId", s.id::text, s.state, s.undecided, s.reason, s.kind::text, s.holder, s.at,
      s."from", s."to", s.cause, s.was::text, s.campaign_id::text as "campaignId", s.variant, s.withheld, s.run_id::text as "runId", s.person_key::text as "person",
      ${
        hasMails(settlements)
          ? sql`coalesce(m.is_test, false) as "isTest", m.id::text as "mailId", m.status::text as "mailStatus"
      from settled s left join mails m on m.team_id = s.team_id and m.id = s.mail_id`
          : sql`false as "isTest", null as "mailId", null as "mailStatus" from settled s`
      }
    union all
    select false, index, 0, null, null, 0, null, null, null, null, null, null, null, null, null, null, null, null, null, false, null, null from started`,
};

/**
 * Records the outcomes of messages and mails without counts and notices: for processes of a version that the counts no
 * longer fit.
 */
export const ALONE: Parts = {
  before: mails,
  answer: () => sql`
    select true as settled, index from settled
    union all select false, index from started`,
};
