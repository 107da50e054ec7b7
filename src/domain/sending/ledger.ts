import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { type Notice, notify } from '../../pubsub.ts';
import { targetsOf } from '../../rules/suppression-targets.ts';
import { storable } from '../../rules/text.ts';

/** A row of the ledger as held by one worker: `fence` is the proof, and void once another worker has claimed the row. */
export interface Claim {
  teamId: number;
  mailId: string;
  fence: number;
  /** Temporary failures so far. */
  failures: number;
  /** How often the message may have been accepted without anybody knowing, this claim's find included. */
  undecided: number;
}

/** What became of a claimed row. `reason` is read by the team; `subject` is the one that was sent. */
export type Settlement = { claim: Claim; reason?: string; subject?: string } & (
  | { state: 'sent' | 'failed' }
  | { state: 'queued'; delaySeconds: number; failed?: boolean; undecided?: boolean }
);

/**
 * Claims up to `limit` messages that are due, or whose worker has let its lease run out, for `leaseSeconds` on the
 * database's clock; mails of suspended teams wait. Any number of workers may claim at once: no row goes to two.
 */
export function claimDue(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Claim[]> {
  return run<Claim>(
    db,
    sql`with abandoned as (
          select d.team_id, d.mail_id, d.state from deliveries d
          join teams t on t.id = d.team_id and t.status = 'active'
          where d.state in ('claimed', 'sending') and d.lease_until <= now()
          order by d.lease_until limit ${limit} for update of d skip locked
        ), queued as (
          select d.team_id, d.mail_id, d.state from deliveries d
          join teams t on t.id = d.team_id and t.status = 'active'
          where d.state = 'queued' and d.due_at <= now()
          order by d.due_at limit greatest(0, ${limit} - (select count(*) from abandoned)) for update of d skip locked
        )
        update deliveries d set state = 'claimed', fence = d.fence + 1,
          lease_until = now() + make_interval(secs => ${leaseSeconds}),
          undecided = d.undecided + (found.state = 'sending')::int,
          first_try_at = coalesce(d.first_try_at, now())
        from (select * from abandoned union all select * from queued) found
        where d.team_id = found.team_id and d.mail_id = found.mail_id
        returning d.team_id as "teamId", d.mail_id::text as "mailId", d.fence, d.failures, d.undecided`,
  );
}

/**
 * Commits that the message is about to leave: from here on it may arrive even if this process dies. Gives false, and then
 * nothing may be sent, when the lease is lost, the team suspended, or one of the recipients suppressed by now.
 */
export async function markSending(
  db: Database,
  claim: Claim,
  { recipients, leaseSeconds }: { recipients: readonly string[]; leaseSeconds: number },
): Promise<boolean> {
  const rows = await run(
    db,
    sql`update deliveries d set state = 'sending', lease_until = now() + make_interval(secs => ${leaseSeconds})
        where team_id = ${claim.teamId} and mail_id = ${claim.mailId}::uuid and fence = ${claim.fence}
          and state = 'claimed' and lease_until > now()
          and exists (select from teams t where t.id = d.team_id and t.status = 'active')
          and not exists (
            select from suppressions s where s.team_id = ${claim.teamId}
              and s.target = any(${recipients.flatMap((email) => targetsOf(claim.teamId, email))}::text[]))
        returning fence`,
  );
  return rows.length > 0;
}

/** Renews leases. Gives the claims that are still held; the others belong to somebody else by now. */
export async function extendLeases(db: Database, claims: readonly Claim[], leaseSeconds: number): Promise<Claim[]> {
  const rows = await run<{ index: number }>(
    db,
    sql`update deliveries d set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from jsonb_to_recordset(${JSON.stringify(claims.map(keyOf))}::jsonb)
          as held(index int, "teamId" int, "mailId" uuid, fence int)
        where d.team_id = held."teamId" and d.mail_id = held."mailId" and d.fence = held.fence
          and d.state in ('claimed', 'sending')
        returning held.index`,
  );
  return rows.map(({ index }) => claims[index]!);
}

/**
 * Writes what became of messages into the ledger and the mails, with the notices, in one transaction. Rows that
 * another worker has claimed since stay as they are. Gives the claims that were settled.
 */
export async function settle(db: Database, settlements: readonly Settlement[]): Promise<Claim[]> {
  return inTransaction(db, async (db) => {
    const rows = await run<{ index: number; state: Settlement['state'] }>(
      db,
      sql`with given as (
            select * from jsonb_to_recordset(${JSON.stringify(settlements.map(rowOf))}::jsonb) as given(
              index int, "teamId" int, "mailId" uuid, fence int, state text, delay float8, failures int, undecided int,
              reason text, subject text)
          ), settled as (
            update deliveries d set state = g.state::"DeliveryState", lease_until = null,
              due_at = case when g.state = 'queued' then now() + make_interval(secs => g.delay) else d.due_at end,
              failures = d.failures + g.failures, undecided = d.undecided + g.undecided,
              last_error = coalesce(g.reason, d.last_error)
            from given g
            where d.team_id = g."teamId" and d.mail_id = g."mailId" and d.fence = g.fence
              and d.state in ('claimed', 'sending')
            returning g.*
          ), mails as (
            update transactional_mails m set status = s.state::"MailStatus", failure_reason = s.reason,
              sent_at = case when s.state = 'sent' then now() end, subject = coalesce(s.subject, m.subject)
            from settled s where s.state <> 'queued' and m.team_id = s."teamId" and m.id = s."mailId"
          )
          select index, state from settled order by index`,
    );
    const ended = rows.flatMap(({ index, state }): Notice[] => {
      const { teamId, mailId: id } = settlements[index]!.claim;
      return state === 'queued' ? [] : [{ topic: 'mail.status', teamId, id, status: state }];
    });
    if (ended.length > 0) await notify(db, ...ended);
    return rows.map(({ index }) => settlements[index]!.claim);
  });
}

const keyOf = ({ teamId, mailId, fence }: Claim, index: number) => ({ index, teamId, mailId, fence });

function rowOf(settlement: Settlement, index: number) {
  const { claim, state, reason, subject } = settlement;
  const waits = state === 'queued' ? settlement : undefined;
  return {
    ...keyOf(claim, index),
    ...{ state, delay: waits?.delaySeconds ?? 0, failures: Number(waits?.failed ?? 0) },
    ...{
      undecided: Number(waits?.undecided ?? 0),
      reason: reason && storable(reason),
      subject: subject && storable(subject),
    },
  };
}
