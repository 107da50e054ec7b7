import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import type { MessageKind } from '../../generated/prisma/client.ts';
import { type Notice, notify } from '../../pubsub.ts';
import { targetsOf } from '../../rules/suppression-targets.ts';
import { storable } from '../../rules/text.ts';

/** A row of the ledger as held by one worker: `fence` is the proof, and void once another worker has claimed the row. */
export interface Claim {
  teamId: number;
  /** Of the message. */
  id: string;
  kind: MessageKind;
  /** What a transactional message is made from. */
  mailId: string | null;
  /** What a confirmation is made from. */
  subscriberId: string | null;
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
 * database's clock; messages of suspended teams wait. Any number of workers may claim at once: no row goes to two.
 * Kinds come in their order in the database: a mail that somebody waits for overtakes what was queued by the thousand.
 */
export function claimDue(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Claim[]> {
  return run<Claim>(
    db,
    sql`with abandoned as (
          select m.team_id, m.id, m.state from messages m
          join teams t on t.id = m.team_id and t.status = 'active'
          where m.state in ('claimed', 'sending') and m.lease_until <= now()
          order by m.lease_until limit ${limit} for update of m skip locked
        ), queued as (
          select due.* from unnest(enum_range(null::"MessageKind")) as kinds(kind) cross join lateral (
            select m.team_id, m.id, m.state from messages m
            join teams t on t.id = m.team_id and t.status = 'active'
            where m.state = 'queued' and m.kind = kinds.kind and m.due_at <= now()
            order by m.due_at limit ${limit} for update of m skip locked
          ) due limit greatest(0, ${limit} - (select count(*) from abandoned))
        )
        update messages m set state = 'claimed', fence = m.fence + 1,
          lease_until = now() + make_interval(secs => ${leaseSeconds}),
          undecided = m.undecided + (found.state = 'sending')::int,
          first_try_at = coalesce(m.first_try_at, now())
        from (select * from abandoned union all select * from queued) found
        where m.team_id = found.team_id and m.id = found.id
        returning m.team_id as "teamId", m.id::text, m.kind::text, m.mail_id::text as "mailId",
          m.subscriber_id::text as "subscriberId", m.fence, m.failures, m.undecided`,
  );
}

/**
 * Commits that the message is about to leave: from here on it may arrive even if this process dies. Gives false, and then
 * nothing may be sent, when the lease is lost, the team suspended, one of the recipients suppressed by now, or the one who
 * was to confirm no longer waits to be asked.
 */
export async function markSending(
  db: Database,
  claim: Claim,
  { recipients, leaseSeconds }: { recipients: readonly string[]; leaseSeconds: number },
): Promise<boolean> {
  const rows = await run(
    db,
    sql`update messages m set state = 'sending', lease_until = now() + make_interval(secs => ${leaseSeconds})
        where team_id = ${claim.teamId} and id = ${claim.id}::uuid and fence = ${claim.fence}
          and state = 'claimed' and lease_until > now()
          and exists (select from teams t where t.id = m.team_id and t.status = 'active')
          and (kind <> 'confirmation' or exists (
            select from subscribers s
            where s.team_id = m.team_id and s.id = m.subscriber_id and s.status = 'unconfirmed'))
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
    sql`update messages m set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from jsonb_to_recordset(${JSON.stringify(claims.map(keyOf))}::jsonb)
          as held(index int, "teamId" int, id uuid, fence int)
        where m.team_id = held."teamId" and m.id = held.id and m.fence = held.fence
          and m.state in ('claimed', 'sending')
        returning held.index`,
  );
  return rows.map(({ index }) => claims[index]!);
}

/**
 * Writes what became of messages into the ledger and their mails, with the notices, in one transaction. Rows that
 * another worker has claimed since stay as they are. Gives the claims that were settled.
 */
export async function settle(db: Database, settlements: readonly Settlement[]): Promise<Claim[]> {
  return inTransaction(db, async (db) => {
    const rows = await run<{ index: number; state: Settlement['state'] }>(
      db,
      sql`with given as (
            select * from jsonb_to_recordset(${JSON.stringify(settlements.map(rowOf))}::jsonb) as given(
              index int, "teamId" int, id uuid, fence int, state text, delay float8, failures int, undecided int,
              reason text, subject text)
          ), settled as (
            update messages m set state = g.state::"MessageState", lease_until = null,
              due_at = case when g.state = 'queued' then now() + make_interval(secs => g.delay) else m.due_at end,
              failures = m.failures + g.failures, undecided = m.undecided + g.undecided,
              last_error = coalesce(g.reason, m.last_error)
            from given g
            where m.team_id = g."teamId" and m.id = g.id and m.fence = g.fence
              and m.state in ('claimed', 'sending')
            returning g.*, m.mail_id
          ), tried as (
            insert into attempts (team_id, message_id, outcome, reason)
            select "teamId", id, case when state = 'failed' then 'failed' when undecided > 0 then 'undecided'
                                      else 'deferred' end::"AttemptOutcome", reason
            from settled where state = 'failed' or failures > 0 or undecided > 0
          ), mails as (
            update transactional_mails m set status = s.state::"MailStatus", failure_reason = s.reason,
              sent_at = case when s.state = 'sent' then now() end, subject = coalesce(s.subject, m.subject)
            from settled s where s.state <> 'queued' and m.team_id = s."teamId" and m.id = s.mail_id
          )
          select index, state from settled order by index`,
    );
    const ended = rows.flatMap(({ index, state }): Notice[] => {
      const { teamId, mailId } = settlements[index]!.claim;
      return state === 'queued' || !mailId ? [] : [{ topic: 'mail.status', teamId, id: mailId, status: state }];
    });
    if (ended.length > 0) await notify(db, ...ended);
    return rows.map(({ index }) => settlements[index]!.claim);
  });
}

const keyOf = ({ teamId, id, fence }: Claim, index: number) => ({ index, teamId, id, fence });

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
