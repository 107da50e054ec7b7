import { daysAgo } from '../../database/clock.ts';
import { type Database, run, runOnce, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';

const CHUNK = 1_000;
const DAY_MS = 86_400_000;
/** A mail may be scheduled a month ahead, and retried for days. */
const SENT_WITHIN_DAYS = 40;

/**
 * Removes the content of mails that were sent or failed more than `days` days ago: variables, attachments, headers and
 * their own subject, HTML and text (docs/adr/0164). The mail stays. Works in chunks, each a statement. Returns how many.
 * Safe to repeat.
 */
export async function emptyOldMails(db: Database, days: number): Promise<number> {
  const before = daysAgo(db, days);
  const teams = await run<{ id: number; emptiedTo: Date | null }>(
    db,
    sql`select id, mails_emptied_to as "emptiedTo" from teams order by id`,
  );
  let emptied = 0;
  for (const { id, emptiedTo } of teams) {
    emptied += await emptyMailsOf(db, id, emptiedTo, before);
    await run(db, sql`update teams set mails_emptied_to = ${before}::timestamptz where id = ${id}::int returning id`);
  }
  return emptied;
}

/** Reads mails that may have content once: those before the last run have none any more. */
async function emptyMailsOf(db: Database, team: number, emptiedTo: Date | null, before: Date): Promise<number> {
  let emptied = 0;
  let after: string | undefined = firstIdAt((emptiedTo?.getTime() ?? 0) - SENT_WITHIN_DAYS * DAY_MS);
  while (after !== undefined) {
    const found: { last: string | null; full: string[] } = await nextMails(db, team, after, before);
    if (found.full.length > 0) emptied += await empty(db, team, found.full);
    after = found.last ?? undefined;
  }
  return emptied;
}

async function nextMails(db: Database, team: number, after: string, before: Date) {
  const [row] = await runOnce<{ last: string | null; full: string[] }>(
    db,
    sql`with next as (
          select id, content_removed_at is null and erased_at is null and status <> 'pending'
                     and coalesce(sent_at, send_at, created_at) < ${before}::timestamptz as is_full
          from transactional_mails
          where team_id = ${team}::int and id > ${after}::uuid and id < ${firstIdAt(before.getTime())}::uuid
          order by id limit ${CHUNK}
        )
        select (select id::text from next order by id desc limit 1) as last,
               array(select id::text from next where is_full order by id) as full`,
  );
  return row!;
}

async function empty(db: Database, team: number, ids: readonly string[]): Promise<number> {
  const emptied = await runOnce(
    db,
    sql`with held as materialized (
          select id from transactional_mails
          where team_id = ${team}::int and id = any(${[...ids]}::uuid[]) and status <> 'pending' and content_removed_at is null
          order by id for no key update skip locked
        )
        update transactional_mails m set variables = '{}', attachments = '[]', headers = '{}', subject_source = null,
          -- what a mail without a template is made from may be empty, but not absent (a check)
          text_source = case when template_id is null and campaign_id is null then '' end,
          html_source = null, content_removed_at = now()
        from held where m.team_id = ${team}::int and m.id = held.id returning 1`,
  );
  return emptied.length;
}
