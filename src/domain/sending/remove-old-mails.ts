import { daysAgo } from '../../database/clock.ts';
import { type Database, run, runOnce, sql } from '../../database/connect.ts';
import { firstIdAt, personKey } from '../../ids.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { removeMessages } from '../ledger/remove-messages.ts';

const CHUNK = 1_000;

interface OldMail {
  id: string;
  recipients: string[];
  /** Whether it was opened or clicked, so that a sale may be credited to it. */
  isRead: boolean;
  isErased: boolean;
}

/**
 * Removes mails that are more than `days` days old, with their delivery, opens and clicks (docs/adr/0164). Keeps mails with
 * credited sales, which name the template. Figures of automations stay as they are. Bounces and
 * complaints stay with their people. Returns how many. Safe to repeat.
 */
export async function removeOldMails(db: Database, days: number): Promise<number> {
  const before = firstIdAt(daysAgo(db, days).getTime());
  const teams = await run<{ id: number }>(db, sql`select id from teams order by id`);
  let removed = 0;
  for (const team of teams) {
    const scope = createScope(db, team, WORKER);
    let after = firstIdAt(0);
    for (;;) {
      const old = await nextMails(scope, after, before);
      const last = old.at(-1);
      if (!last) break;
      after = last.id;
      const credited = await creditedOf(scope, old);
      const gone = old.filter(({ id, isRead, isErased }) => !isRead || !(isErased || credited.has(id)));
      if (gone.length > 0) {
        removed += await transaction(scope, (scope) =>
          remove(
            scope,
            gone.map(({ id }) => id),
          ),
        );
      }
    }
  }
  return removed;
}

const nextMails = ({ db, team }: Scope, after: string, before: string): Promise<OldMail[]> =>
  runOnce<OldMail>(
    db,
    sql`select id::text, recipients, opens + clicks > 0 as "isRead", erased_at is not null as "isErased" from transactional_mails m
        where team_id = ${team.id}::int and id > ${after}::uuid and id < ${before}::uuid and status <> 'pending'
        order by m.id limit ${CHUNK}`, // "id" alone is the text that is selected, by which no index is in order
  );

/** By the people, because sales have no index by the credited mail. */
async function creditedOf({ db, team }: Scope, mails: readonly OldMail[]): Promise<Set<string>> {
  const read = mails.filter(({ isRead }) => isRead);
  if (read.length === 0) return new Set();
  const people = [...new Set(read.flatMap(({ recipients }) => recipients.map((one) => personKey(team.id, one))))];
  const rows = await runOnce<{ id: string }>(
    db,
    sql`select distinct mail.id::text as id from sales s
        join unnest(${read.map(({ id }) => id)}::uuid[]) as mail(id)
          on mail.id = case s.sender when 'transactional' then s.sender_id when 'automation' then s.email_id end
        where s.team_id = ${team.id}::int and s.person_key = any(${people}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ledger before the log, in the order in which workers lock. */
async function remove(scope: Scope, ids: readonly string[]): Promise<number> {
  const { db, team } = scope;
  // From now on the rows of its automation no longer contain everything that was counted.
  await runOnce(
    db,
    sql`with of_mails as materialized (
          select id from automations
          where team_id = ${team.id}::int and rows_removed_at is null and id = any(array(
            select automation_id from transactional_mails where team_id = ${team.id}::int and id = any(${[...ids]}::uuid[])))
          order by id for no key update
        )
        update automations a set rows_removed_at = now() from of_mails where a.team_id = ${team.id}::int and a.id = of_mails.id`,
  );
  await removeMessages(scope, await messagesOf(scope, ids));
  // A mail that was erased before it was sent has no message.
  const gone = await runOnce(
    db,
    sql`delete from transactional_mails m where m.team_id = ${team.id}::int and m.id = any(${[...ids]}::uuid[])
          and not exists (select from messages s where s.team_id = m.team_id and s.mail_id = m.id) returning 1`,
  );
  return gone.length;
}

async function messagesOf({ db, team }: Scope, mails: readonly string[]): Promise<string[]> {
  const rows = await runOnce<{ id: string }>(
    db,
    sql`select id::text from messages where team_id = ${team.id}::int and mail_id = any(${[...mails]}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}
