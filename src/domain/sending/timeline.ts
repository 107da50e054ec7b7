import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { readTransactionalMail } from './transactional-mails.ts';

export const TIMELINE_TYPES = [
  ...(['queued', 'deferred', 'undecided', 'failed', 'sent', 'opened', 'clicked'] as const),
  ...(['bounced', 'soft_bounced', 'complained'] as const),
] as const;

/** Something that happened to a message. */
export interface TimelineEntry {
  type: (typeof TIMELINE_TYPES)[number];
  at: Date;
  /** The other server's words, or ours, for what did not go well. */
  reason: string | null;
  /** Who opened or clicked. */
  verdict: 'human' | 'proxy' | 'scanner' | null;
  /** Where the link leads. */
  target: string | null;
}

const MOST = 1_000;

/** What happened to a mail, from the beginning: at most the first 1,000 entries. Throws NotFoundError. */
export async function readTimeline(scope: Scope, mailId: unknown): Promise<TimelineEntry[]> {
  const { id, createdAt } = await readTransactionalMail(scope, mailId);
  const team = scope.team.id;
  const rows = await run<TimelineEntry>(
    scope.db,
    sql`select type, at, reason, verdict, target from (
          select a.id, a.outcome::text as type, a.at, a.reason, null as verdict, null as target
          from attempts a join messages m on m.team_id = a.team_id and m.id = a.message_id
          where m.team_id = ${team} and m.mail_id = ${id}::uuid
          union all
          select 0, 'sent', t.sent_at, t.failure_reason, null, null from transactional_mails t
          where t.team_id = ${team} and t.id = ${id}::uuid and t.sent_at is not null
          union all
          select r.id, case r.kind when 'open' then 'opened' else 'clicked' end, r.at, null, r.verdict::text, r.target
          from reactions r join messages m on m.team_id = r.team_id and m.id = r.message_id
          where m.team_id = ${team} and m.mail_id = ${id}::uuid
          union all
          select f.id, case f.kind when 'hard_bounce' then 'bounced' when 'soft_bounce' then 'soft_bounced'
                                   else 'complained' end, f.at, f.reason, null, null
          from feedback f join messages m on m.team_id = f.team_id and m.id = f.message_id
          where m.team_id = ${team} and m.mail_id = ${id}::uuid
        ) entries order by at, id limit ${MOST}`,
  );
  return [{ type: 'queued', at: createdAt, reason: null, verdict: null, target: null }, ...rows];
}
