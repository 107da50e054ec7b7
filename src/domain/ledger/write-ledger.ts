import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { targetsOf } from '../../validation/suppression-targets.ts';
import { storable } from '../../validation/text.ts';
import { type Claim, keyOf } from './claim.ts';

/**
 * The result of a claim: sent, failed for good, unknown (may have arrived, not repeated), withheld (no longer to be
 * sent), deferred after a temporary failure, or queued again without a try. `reason` is shown to the team. `subject` is
 * the one that was sent. `refused` are the recipients whom the server refused.
 */
export type Settlement = { claim: Claim; reason?: string; subject?: string } & (
  | { state: 'sent' | 'failed'; refused?: readonly { address: string; reason: string }[] }
  | { state: 'unknown' | 'withheld' }
  | {
      state: 'deferred';
      delaySeconds: number;
      undecided?: boolean;
      refused?: readonly { address: string; reason: string }[];
      /** The recipients to try again, when others already have the message. */
      remaining?: readonly string[];
    }
  | { state: 'queued'; delaySeconds: number }
);

/** A message that is about to be sent, and all its recipients. */
export interface SendStart {
  claim: Claim;
  recipients: readonly string[];
}

export interface LedgerWrite {
  /** The claims that were settled; the others belong to another worker by now. */
  settled: Claim[];
  /** The messages that may be sent now. */
  started: SendStart[];
}

/**
 * Writes settlements and starts in one statement (ledger, attempts, mails, counters, notices), so that the last message
 * of a connection and its next one share a commit. All rows are locked first, in the order of their keys,
 * and only then checked: neither two writers nor a plan that starts from the wrong table can get in each other's way.
 *
 * A message that another worker has claimed meanwhile stays as it is. A worker that was taken for lost and comes back
 * with the result may replace `unknown`. Once started, a message may arrive even if this process dies. So this is the
 * last check: a message does not start when its lease is lost, its team is suspended, a recipient is suppressed, its
 * subscriber no longer waits for a confirmation, its campaign is not being sent, or its person is no longer subscribed
 * to the list.
 */
export async function writeLedger(
  db: Database,
  settlements: readonly Settlement[],
  starts: readonly SendStart[],
  leaseSeconds: number,
): Promise<LedgerWrite> {
  const mails = PARTS.mails(settlements);
  const rows = await run<{ settled: boolean; index: number }>(
    db,
    sql`with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify([...settlements.map(settlementRow), ...starts.map(startRow)])}::jsonb) as given(
            index int, "teamId" int, id uuid, fence int, state text, delay float8, undecided int,
            reason text, subject text, remaining text[], targets text[])
        ), held as materialized (
          select m.team_id, m.id, m.state as was, m.kind, m.campaign_id, m.person_key, m.subscriber_id,
            g.index, g.state, g.delay, g.undecided, g.reason, g.subject, g.remaining, g.targets
          from messages m join given g on m.team_id = g."teamId" and m.id = g.id and m.fence = g.fence
          where case when g.state = 'sending' then m.state = 'claimed' and m.lease_until > now()
            else m.state in ('claimed', 'sending') or (m.state = 'unknown' and (g.state = 'sent' or exists (
              select from campaigns c where c.team_id = m.team_id and c.id = m.campaign_id and c.status = 'sending'))) end
          order by m.team_id, m.id for no key update of m
        ), settled as (
          update messages m set lease_until = null,
            state = (case when h.state = 'queued' and m.failures + m.undecided > 0 then 'deferred' else h.state end)::"MessageState",
            due_at = case when h.state in ('queued', 'deferred') then now() + make_interval(secs => h.delay) else m.due_at end,
            failures = m.failures + (h.state = 'deferred' and h.undecided = 0)::int,
            undecided = m.undecided + h.undecided,
            last_error = coalesce(h.reason, m.last_error),
            remaining = case when h.state in ('queued', 'deferred') then coalesce(h.remaining, m.remaining) end,
            sent_at = case when h.state = 'sent' then now() end
          from held h where h.state <> 'sending' and m.team_id = h.team_id and m.id = h.id
          returning h.index, h.was, h.state, h.undecided, h.reason, h.subject, m.team_id, m.id, m.mail_id, m.campaign_id,
            m.kind, m.holder
        ), ${PARTS.tried(settlements)} ${mails} ${PARTS.counted(settlements)} ${PARTS.added(settlements)}
        started as (
          update messages m set state = 'sending', lease_until = now() + make_interval(secs => ${leaseSeconds})
          from held h
          where h.state = 'sending' and m.team_id = h.team_id and m.id = h.id
            and exists (select from teams t where t.id = h.team_id and t.status = 'active')
            and (h.kind <> 'confirmation' or exists (
              select from subscribers s
              where s.team_id = h.team_id and s.id = h.subscriber_id and s.status = 'unconfirmed'))
            and (h.kind <> 'campaign' or exists (
              select from campaigns c
              join subscribers s on s.team_id = c.team_id and s.list_id = c.list_id and s.person_key = h.person_key
              where c.team_id = h.team_id and c.id = h.campaign_id and c.status = 'sending' and s.status = 'subscribed'))
            and not exists (select from suppressions s where s.team_id = h.team_id and s.target = any(h.targets))
          returning h.index
        )
        select true as settled, index from settled ${mails === empty ? empty : sql`where (select count(*) from told) >= 0`}
        union all select false, index from started`,
  );
  const indexes = (wanted: boolean) => rows.filter(({ settled }) => settled === wanted).map(({ index }) => index);
  return {
    settled: indexes(true).map((index) => settlements[index]!.claim),
    started: indexes(false).map((index) => starts[index]!),
  };
}

const FINAL: readonly string[] = ['sent', 'failed'];

/** Parts of the statement that only some settlements need. Left out when none does: most messages are simply sent. */
const PARTS = {
  tried: (settlements: readonly Settlement[]): Sql =>
    settlements.every(({ state }) => !['failed', 'deferred', 'unknown'].includes(state))
      ? empty
      : sql`tried as (
          insert into attempts (team_id, message_id, outcome, reason)
          select team_id, id, case when state = 'failed' then 'failed' when undecided > 0 or state = 'unknown' then 'undecided'
                                   else 'deferred' end::"AttemptOutcome", reason
          from settled where state in ('failed', 'deferred', 'unknown')
        ),`,
  mails: (settlements: readonly Settlement[]): Sql =>
    settlements.every(({ claim, state }) => !claim.mailId || !FINAL.includes(state))
      ? empty
      : sql`mails as (
          update transactional_mails m set status = s.state::"MailStatus", failure_reason = s.reason,
            sent_at = case when s.state = 'sent' then now() end, subject = coalesce(s.subject, m.subject)
          from settled s where s.state in ('sent', 'failed') and m.team_id = s.team_id and m.id = s.mail_id
          returning m.team_id, m.id, m.status
        ), told as (
          select pg_notify('tidings', json_build_object(
            'topic', 'mail.status', 'teamId', team_id, 'id', id, 'status', status)::text) is null as told from mails
        ),`,
  added: (settlements: readonly Settlement[]): Sql =>
    settlements.every(({ state }) => state !== 'sent')
      ? empty
      : sql`added as (
          insert into message_counts as known (team_id, day, kind, holder, sent)
          select s.team_id, (now() at time zone 'UTC')::date, case when t.is_test then 'test' else s.kind::text end,
                 coalesce(s.holder, 0), count(*)
          from settled s left join transactional_mails t on t.team_id = s.team_id and t.id = s.mail_id
          where s.state = 'sent' group by 1, 2, 3, 4 order by 1, 2, 3, 4
          on conflict (team_id, day, kind, holder) do update set sent = known.sent + excluded.sent
        ),`,
  counted: (settlements: readonly Settlement[]): Sql =>
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
          order by c.team_id, c.id for no key update of c
        ), counted as (
          update campaigns c set sent_count = sent_count + n.sent, failed_count = failed_count + n.failed,
            unknown_count = unknown_count + n.unknown, withheld_count = withheld_count + n.withheld
          from campaigns_in_order o join numbers n on n.team_id = o.team_id and n.campaign_id = o.id
          where c.team_id = o.team_id and c.id = o.id
        ),`,
};

function settlementRow(settlement: Settlement, index: number) {
  const { claim, state, reason, subject } = settlement;
  return {
    ...keyOf(claim, index),
    state,
    delay: 'delaySeconds' in settlement ? settlement.delaySeconds : 0,
    undecided: Number('undecided' in settlement && settlement.undecided === true),
    reason: reason && storable(reason),
    subject: subject && storable(subject),
    remaining: 'remaining' in settlement ? settlement.remaining : undefined,
  };
}

const startRow = ({ claim, recipients }: SendStart, index: number) => ({
  ...keyOf(claim, index),
  state: 'sending',
  targets: recipients.flatMap((email) => targetsOf(claim.teamId, email)),
});
