import { databaseNow } from '../../database/clock.ts';
import { type Database, run, runOnce, sql } from '../../database/connect.ts';
import { firstIdAt, personKey } from '../../ids.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';

const CHUNK = 1_000;
const DAY_MS = 86_400_000;

interface OldMail {
  id: string;
  recipients: string[];
  /** Whether it was opened or clicked, so that a sale may be credited to it. */
  isRead: boolean;
  isErased: boolean;
}

/**
 * Removes mails that are more than `days` days old, with their delivery, opens and clicks (docs/adr/0164). Keeps mails with
 * credited sales, which name the template, and those of automations, whose figures are counted from them. Bounces and
 * complaints stay with their people. Returns how many. Safe to repeat.
 */
export async function removeOldMails(db: Database, days: number): Promise<number> {
  const before = firstIdAt(databaseNow(db).getTime() - days * DAY_MS);
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
    sql`select id::text, recipients, opens + clicks > 0 as "isRead", erased_at is not null as "isErased" from transactional_mails
        where team_id = ${team.id}::int and id > ${after}::uuid and id < ${before}::uuid and status <> 'pending'
          and automation_id is null
        order by id limit ${CHUNK}`,
  );

/** By the people, because sales have no index by the credited mail. */
async function creditedOf({ db, team }: Scope, mails: readonly OldMail[]): Promise<Set<string>> {
  const read = mails.filter(({ isRead }) => isRead);
  if (read.length === 0) return new Set();
  const people = [...new Set(read.flatMap(({ recipients }) => recipients.map((one) => personKey(team.id, one))))];
  const rows = await runOnce<{ id: string }>(
    db,
    sql`select distinct sender_id::text as id from sales
        where team_id = ${team.id}::int and person_key = any(${people}::uuid[]) and sender = 'transactional'
          and sender_id = any(${read.map(({ id }) => id)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ledger before the log, in the order in which workers lock. */
async function remove({ db, team }: Scope, ids: readonly string[]): Promise<number> {
  const held = await runOnce<{ id: string }>(
    db,
    sql`select id::text from messages where team_id = ${team.id}::int and mail_id = any(${[...ids]}::uuid[])
        order by id for update skip locked`,
  );
  const locked = held.map(({ id }) => id);
  await runOnce(
    db,
    sql`update feedback set message_id = null where team_id = ${team.id}::int and message_id = any(${locked}::uuid[])`,
  );
  await runOnce(db, sql`delete from messages where team_id = ${team.id}::int and id = any(${locked}::uuid[])`);
  // The message of a mail has its id. A mail that was erased before it was sent has none.
  const gone = await runOnce(
    db,
    sql`delete from transactional_mails m where m.team_id = ${team.id}::int and m.id = any(${[...ids]}::uuid[])
          and not exists (select from messages s where s.team_id = m.team_id and s.mail_id = m.id) returning 1`,
  );
  return gone.length;
}
