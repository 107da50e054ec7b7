import { byTeam, ofOne, type Portion, teamOf } from '../../database/by-team.ts';
import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { notify } from '../../live/pubsub.ts';
import { targetsOf } from '../../validation/suppression-targets.ts';
import { storable } from '../../validation/text.ts';
import { type Claim, keyOf } from './claim.ts';
import type { Between } from './count-deliveries.ts';
import { ALONE, APART, counted, HERE, type Parts } from './ledger-parts.ts';
import { noteSettled, type Settled } from './note-settled.ts';

/**
 * The result of a claim: sent, failed for good, unknown (may have arrived, not repeated), withheld (no longer to be sent),
 * deferred after a temporary failure, or queued again without a try. `reason` is shown to the team. `subject` is the sent
 * subject. `refused` are the recipients that the server refused. `between`: the domains of the delivery and the cause of a
 * refusal; absent if no mail server answered.
 */
export type Settlement = { claim: Claim; reason?: string; subject?: string; between?: Between } & (
  | { state: 'sent' | 'failed'; refused?: readonly { address: string; reason: string }[] }
  | { state: 'unknown' }
  /** `why`: a machine-readable reason. */
  | { state: 'withheld'; why: string }
  | {
      state: 'deferred';
      delaySeconds: number;
      undecided?: boolean;
      refused?: readonly { address: string; reason: string }[];
      /** The recipients to try again, if others already have the message. */
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
 * Writes settlements and starts in one statement (ledger, attempts, mails, counters, notices), so that the last message of
 * a connection and its next one share a commit. It first locks all rows in key order, then checks them, so that neither two
 * writers nor a plan in another order can deadlock. A message that another worker has claimed meanwhile is left alone. A
 * worker that was believed lost and returns with the result may replace `unknown`. Once started, a message may arrive even
 * if this process dies, so this is the last check. A message does not start if its lease is lost, its team is suspended, a
 * recipient is suppressed, its subscriber no longer waits for a confirmation, its campaign is not being sent, or its person
 * is no longer subscribed to the list.
 */
export async function writeLedger(
  db: Database,
  settlements: readonly Settlement[],
  starts: readonly SendStart[],
  leaseSeconds: number,
): Promise<LedgerWrite> {
  const given: Given[] = [
    ...settlements.map((settlement, index) => ({ teamId: settlement.claim.teamId, index, settlement })),
    ...starts.map((start, index) => ({ teamId: start.claim.teamId, index, start })),
  ];
  const portions = byTeam(db, given, teamOf);
  const rows = (await Promise.all(portions.map((portion) => writePortion(db, portion, leaseSeconds)))).flat();
  const indexes = (wanted: boolean) => rows.filter(({ settled }) => settled === wanted).map(({ index }) => index);
  return {
    settled: indexes(true).map((index) => settlements[index]!.claim),
    started: indexes(false).map((index) => starts[index]!),
  };
}

/**
 * Writes settlements without counts and notifications, except for the numbers of their campaigns. Returns the settled
 * claims.
 * A process that runs beside a newer version may be unable to write the counts; what left is not to be sent again or in doubt for that.
 */
export async function settleAlone(db: Database, settlements: readonly Settlement[]): Promise<Claim[]> {
  const given = settlements.map((settlement, index) => ({ teamId: settlement.claim.teamId, index, settlement }));
  const rows = await Promise.all(
    byTeam(db, given, teamOf).map((portion) => run<Written>(db, statementFor(portion, 0, ALONE))),
  );
  return rows.flat().map(({ index }) => settlements[index]!.claim);
}

/** A settlement or a start, with its index among its own kind. */
interface Given {
  teamId: number;
  index: number;
  settlement?: Settlement;
  start?: SendStart;
}

/** A row of the statement's answer: a message that may be sent now, or a settlement. */
interface Written extends Settled {
  settled: boolean;
  index: number;
}

async function writePortion(db: Database, portion: Portion<Given>, leaseSeconds: number): Promise<Written[]> {
  if (!isDistributed(db)) return run<Written>(db, statementFor(portion, leaseSeconds, HERE));
  const write = async (db: Database) => {
    const rows = await run<Written>(db, statementFor(portion, leaseSeconds, APART));
    await noteSettled(
      db,
      rows.filter(({ settled }) => settled),
    );
    return rows;
  };
  // Only settlements add further rows: a start is one statement.
  const rows = await (portion.items.some(({ settlement }) => settlement) ? inTransaction(db, write) : write(db));
  await announce(db, rows);
  return rows;
}

function statementFor({ teams, items }: Portion<Given>, leaseSeconds: number, parts: Parts): Sql {
  const settlements = items.flatMap(({ settlement }) => settlement ?? []);
  const given = items.map(({ settlement, start, index }) =>
    settlement ? settlementRow(settlement, index) : startRow(start!, index),
  );
  const of = (column: Sql) => ofOne(teams, column);
  return sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
        index int, "teamId" int, id uuid, fence int, state text, delay float8, undecided int,
        reason text, subject text, remaining text[], targets text[], why text, "from" text, "to" text, cause text)
    ), held as materialized (
      select m.team_id, m.id, m.state as was, m.kind, m.campaign_id, m.person_key, m.subscriber_id, now() as at,
        now() + make_interval(secs => g.delay) as due_at, now() + make_interval(secs => ${leaseSeconds}) as lease_until,
        (case when g.state = 'queued' and m.failures + m.undecided > 0 then 'deferred' else g.state end)::"MessageState" as next,
        (case when g.state in ('sent', 'failed') then g.state end)::"MailStatus" as mail_status,
        g.index, g.state, g.undecided, g.reason, g.subject, g.remaining, g.targets, g.why, g."from", g."to", g.cause
      from messages m join given g on m.team_id = g."teamId" and m.id = g.id and m.fence = g.fence
      where case when g.state = 'sending' then m.state = 'claimed' and m.lease_until > now()
        else m.state in ('claimed', 'sending') or (m.state = 'unknown' and (g.state = 'sent' or exists (
          select from campaigns c
          where c.team_id = m.team_id ${of(sql`c.team_id`)} and c.id = m.campaign_id and c.status = 'sending'))) end
        ${of(sql`m.team_id`)}
      order by m.team_id, m.id for no key update of m
    ), settled as (
      update messages m set lease_until = null, state = h.next,
        due_at = case when h.state in ('queued', 'deferred') then h.due_at else m.due_at end,
        failures = m.failures + (h.state = 'deferred' and h.undecided = 0)::int,
        undecided = m.undecided + h.undecided,
        last_error = coalesce(h.reason, m.last_error),
        remaining = case when h.state in ('queued', 'deferred') then coalesce(h.remaining, m.remaining) end,
        sent_at = case when h.state = 'sent' then h.at end,
        withheld = case when h.state = 'withheld' then h.why end
      from held h where h.state <> 'sending' and m.team_id = h.team_id ${of(sql`m.team_id`)} and m.id = h.id
      returning h.index, h.was, h.state, h.mail_status, h.undecided, h.reason, h.subject, h.at, m.team_id, m.id, m.mail_id,
        m.campaign_id, m.run_id, m.person_key, m.variant, m.withheld, m.kind, m.holder, h."from", h."to", h.cause
    ), ${parts.before(settlements, teams)} ${counted(settlements, teams)}
    started as (
      update messages m set state = 'sending', lease_until = h.lease_until
      from held h
      where h.state = 'sending' and m.team_id = h.team_id ${of(sql`m.team_id`)} and m.id = h.id
        and exists (select from teams t where t.id = h.team_id and t.status = 'active')
        and (h.kind <> 'confirmation' or exists (
          select from subscribers s
          where s.team_id = h.team_id ${of(sql`s.team_id`)} and s.id = h.subscriber_id
            and (s.status = 'unconfirmed' or (s.status = 'subscribed' and s.subscribed_at < m.created_at))))
        and (h.kind <> 'campaign' or exists (
          select from campaigns c
          join subscribers s on s.team_id = c.team_id ${of(sql`s.team_id`)} and s.list_id = c.list_id and s.person_key = h.person_key
          where c.team_id = h.team_id ${of(sql`c.team_id`)} and c.id = h.campaign_id
            and c.status = 'sending' and s.status = 'subscribed'))
        and not exists (select from suppressions s
          where s.team_id = h.team_id ${of(sql`s.team_id`)} and s.target = any(h.targets))
      returning h.index
    )
    ${parts.answer(settlements, teams)}`;
}

/** Notifies followers of the mails. A notice that fails is dropped: the result is in the ledger. */
async function announce(db: Database, rows: readonly Written[]): Promise<void> {
  const notices = rows.flatMap(({ teamId, mailId: id, mailStatus: status }) =>
    id && status ? [{ topic: 'mail.status' as const, teamId, id, status }] : [],
  );
  if (notices.length > 0) await notify(db, ...notices).catch(() => {});
}

function settlementRow(settlement: Settlement, index: number) {
  const { claim, state, reason, subject, between } = settlement;
  return {
    ...keyOf(claim, index),
    state,
    delay: 'delaySeconds' in settlement ? settlement.delaySeconds : 0,
    undecided: Number('undecided' in settlement && settlement.undecided === true),
    reason: reason && storable(reason),
    subject: subject && storable(subject),
    remaining: 'remaining' in settlement ? settlement.remaining : undefined,
    why: 'why' in settlement ? settlement.why : undefined,
    ...(between && { ...between, cause: state === 'sent' ? '' : between.cause }),
  };
}

const startRow = ({ claim, recipients }: SendStart, index: number) => ({
  ...keyOf(claim, index),
  state: 'sending',
  targets: recipients.flatMap((email) => targetsOf(claim.teamId, email)),
});
