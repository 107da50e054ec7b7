import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { type Notice, notify } from '../../pubsub.ts';
import { storable } from '../../rules/text.ts';
import { type Claim, keyOf } from './claim.ts';

/**
 * What became of a claimed row: sent, failed for good, unknown (it may have arrived and is not repeated), withheld (not
 * to be sent any more), deferred after a try that did not do, or queued as before. `reason` is read by the team; `subject` is
 * the one that was sent.
 */
export type Settlement = { claim: Claim; reason?: string; subject?: string } & (
  | { state: 'sent' | 'failed' | 'unknown' | 'withheld' }
  | { state: 'deferred'; delaySeconds: number; undecided?: boolean }
  | { state: 'queued'; delaySeconds: number }
);

/**
 * Writes what became of messages into the ledger, their mails and the counts of their campaigns, with the notices, in one
 * transaction. Rows that another worker has claimed since stay as they are. Gives the claims that were settled.
 */
export function settle(db: Database, settlements: readonly Settlement[]): Promise<Claim[]> {
  return inTransaction(db, async (db) => {
    const rows = await write(db, settlements);
    const ended = rows.flatMap(({ index }): Notice[] => {
      const { state, claim } = settlements[index]!;
      const { teamId, mailId } = claim;
      return mailId && (state === 'sent' || state === 'failed')
        ? [{ topic: 'mail.status', teamId, id: mailId, status: state }]
        : [];
    });
    if (ended.length > 0) await notify(db, ...ended);
    return rows.map(({ index }) => settlements[index]!.claim);
  });
}

/** A worker that was thought lost and comes back with the answer knows better than `unknown`. */
const write = (db: Database, settlements: readonly Settlement[]) =>
  run<{ index: number }>(
    db,
    sql`with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(settlements.map(rowOf))}::jsonb) as given(
            index int, "teamId" int, id uuid, fence int, state text, delay float8, undecided int,
            reason text, subject text)
        ), held as materialized (
          select m.team_id, m.id, m.state as was, g.index, g.state, g.delay, g.undecided, g.reason, g.subject from messages m
          join given g on m.team_id = g."teamId" and m.id = g.id and m.fence = g.fence
          where m.state in ('claimed', 'sending') or (m.state = 'unknown' and g.state = 'sent')
          order by m.team_id, m.id for update of m
        ), settled as (
          update messages m set lease_until = null,
            state = (case when h.state = 'queued' and m.failures + m.undecided > 0 then 'deferred' else h.state end)::"MessageState",
            due_at = case when h.state in ('queued', 'deferred') then now() + make_interval(secs => h.delay) else m.due_at end,
            failures = m.failures + (h.state = 'deferred' and h.undecided = 0)::int,
            undecided = m.undecided + h.undecided,
            last_error = coalesce(h.reason, m.last_error),
            sent_at = case when h.state = 'sent' then now() end
          from held h where m.team_id = h.team_id and m.id = h.id
          returning h.index, h.was, h.state, h.undecided, h.reason, h.subject, m.team_id, m.id, m.mail_id, m.campaign_id
        ), tried as (
          insert into attempts (team_id, message_id, outcome, reason)
          select team_id, id, case when state = 'failed' then 'failed' when undecided > 0 or state = 'unknown' then 'undecided'
                                   else 'deferred' end::"AttemptOutcome", reason
          from settled where state in ('failed', 'deferred', 'unknown')
        ), mails as (
          update transactional_mails m set status = s.state::"MailStatus", failure_reason = s.reason,
            sent_at = case when s.state = 'sent' then now() end, subject = coalesce(s.subject, m.subject)
          from settled s where s.state in ('sent', 'failed') and m.team_id = s.team_id and m.id = s.mail_id
        ), counted as (
          update campaigns c set sent_count = sent_count + n.sent, failed_count = failed_count + n.failed,
            unknown_count = unknown_count + n.unknown, withheld_count = withheld_count + n.withheld
          from (select team_id, campaign_id, count(*) filter (where state = 'sent')::int as sent,
                       count(*) filter (where state = 'failed')::int as failed,
                       (count(*) filter (where state = 'unknown') - count(*) filter (where was = 'unknown'))::int as unknown,
                       count(*) filter (where state = 'withheld')::int as withheld
                from settled where campaign_id is not null group by team_id, campaign_id
                order by team_id, campaign_id) n
          where c.team_id = n.team_id and c.id = n.campaign_id
            and (n.sent, n.failed, n.unknown, n.withheld) <> (0, 0, 0, 0)
        )
        select index from settled order by index`,
  );

function rowOf(settlement: Settlement, index: number) {
  const { claim, state, reason, subject } = settlement;
  return {
    ...keyOf(claim, index),
    state,
    delay: 'delaySeconds' in settlement ? settlement.delaySeconds : 0,
    undecided: Number('undecided' in settlement && settlement.undecided === true),
    reason: reason && storable(reason),
    subject: subject && storable(subject),
  };
}
