import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { announceMailReactions } from './announce-mail-reactions.ts';
import type { FeedbackKind } from './record-feedback.ts';

interface Recorded {
  messageId: string | null;
  kind: FeedbackKind;
}

const COLUMNS = { id: 'uuid', kind: 'text' } as const;

/**
 * Notes on transactional mails that they bounced or were marked as spam, in the transaction that records it, and announces it. The
 * first of its kind counts; a hard bounce replaces a soft one. A mail that was refused before it was accepted has failed, not bounced.
 */
export async function noteFeedbackOfMails(scope: Scope, recorded: readonly Recorded[]): Promise<void> {
  const { db, team } = scope;
  const rows = recorded.flatMap(({ messageId, kind }) => (messageId ? { id: messageId, kind: kind as string } : []));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const mails = await run<{ id: string }>(
    db,
    sql`select m.id::text from transactional_mails m
        where m.team_id = ${team.id}::int and m.id = any(${ids}::uuid[]) and m.status <> 'failed' order by m.id for no key update`,
  );
  if (mails.length === 0) return;
  const about = new Set(mails.map(({ id }) => id));
  const noted = rows.filter(({ id }) => about.has(id));
  await run(
    db,
    sql`with given as materialized (
          select g.id, now() as at, bool_or(g.kind = 'hard_bounce') as hard, bool_or(g.kind = 'soft_bounce') as soft,
            bool_or(g.kind = 'complaint') as complained
          from ${recordset('g', noted, COLUMNS)} group by g.id
        )
        update transactional_mails m set
          complained_at = case when g.complained then coalesce(m.complained_at, g.at) else m.complained_at end,
          bounced_at = case when g.hard and m.bounce_kind is distinct from 'hard' or g.soft and m.bounce_kind is null
            then g.at else m.bounced_at end,
          bounce_kind = case when g.hard then 'hard' when g.soft then coalesce(m.bounce_kind, 'soft') else m.bounce_kind end
        from given g where m.team_id = ${team.id}::int and m.id = g.id`,
  );
  await announceMailReactions(
    scope,
    noted.map(({ id, kind }) => ({ mail: id, change: kind === 'complaint' ? 'complained' : 'bounced' })),
  );
}
