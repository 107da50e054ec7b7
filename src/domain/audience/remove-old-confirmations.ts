import { daysAgo } from '../../database/clock.ts';
import { type Database, run, runOnce, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { removeMessages, SETTLED } from '../ledger/remove-messages.ts';

const CHUNK = 5_000;
const DAY_MS = 86_400_000;
/** Sending is tried for a day or so. */
const SENT_WITHIN_DAYS = 7;
/** Under which a team remembers how far its messages were looked through, in milliseconds. */
const POSITION = 'confirmations';

/**
 * Removes confirmations and e-mails with links to personal data that are more than `days` days old, with their delivery. It walks over
 * all messages in the order of their ids, which begin with their time, once: there is no index of these. Returns how many. Safe to repeat.
 */
export async function removeOldConfirmations(db: Database, days: number): Promise<number> {
  const before = daysAgo(db, days).getTime();
  const teams = await run<{ id: number; from: string | null }>(
    db,
    sql`select id, removed_to ->> ${POSITION}::text as "from" from teams order by id`,
  );
  let removed = 0;
  for (const { id, from } of teams) {
    const scope = createScope(db, { id }, WORKER);
    for (let after: string | null = firstIdAt(Number(from ?? 0) - SENT_WITHIN_DAYS * DAY_MS); after !== null; ) {
      const chunk: Chunk = await nextMessages(scope, after, before);
      if (chunk.old.length > 0) removed += await transaction(scope, (scope) => removeMessages(scope, chunk.old));
      after = chunk.last;
    }
    await run(
      db,
      sql`update teams set removed_to = removed_to || jsonb_build_object(${POSITION}::text, ${before}::bigint)
          where id = ${id}::int and coalesce((removed_to ->> ${POSITION}::text)::bigint, 0) < ${before}::bigint returning id`,
    );
  }
  return removed;
}

interface Chunk {
  last: string | null;
  old: string[];
}

async function nextMessages({ db, team }: Scope, after: string, before: number): Promise<Chunk> {
  const [row] = await runOnce<Chunk>(
    db,
    sql`with next as (
          select m.id, m.kind in ('confirmation', 'data_request') and ${SETTLED} as is_old
          from messages m where m.team_id = ${team.id}::int and m.id > ${after}::uuid and m.id < ${firstIdAt(before)}::uuid
          order by m.id limit ${CHUNK}
        )
        select (select id::text from next order by id desc limit 1) as last, array(select id::text from next where is_old) as old`,
  );
  return row!;
}
