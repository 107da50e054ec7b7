import { run, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { idOf } from '../found.ts';
import { causeOfReason } from '../refusals/judge-refusal.ts';
import type { Cause } from '../refusals/refusal.ts';

export const TIMELINE_TYPES = [
  ...(['queued', 'warned', 'deferred', 'undecided', 'failed', 'sent', 'opened', 'clicked'] as const),
  ...(['bounced', 'soft_bounced', 'complained'] as const),
] as const;

/** One entry in the timeline of a message. */
export interface TimelineEntry {
  /** Message, type, and a number if there are several of the type: `….clicked.2`. */
  id: string;
  type: (typeof TIMELINE_TYPES)[number];
  at: Date;
  /** Why sending failed, in the other server's words or ours; or the warning. */
  reason: string | null;
  /** The cause, if it can be determined. */
  cause: Cause | null;
  /** Whether a person or a machine opened or clicked. */
  verdict: 'human' | 'proxy' | 'scanner' | null;
  /** The link's target. */
  target: string | null;
}

const MAX = 1_000;

/** Returns the timeline of any message, oldest first: at most the first 1,000 entries. Throws NotFoundError. */
export async function readTimeline(scope: Scope, messageId: unknown): Promise<TimelineEntry[]> {
  const [timeline] = await readTimelines(scope, [idOf(messageId)]);
  if (!timeline?.length) throw new NotFoundError();
  return timeline;
}

/** Returns the timelines of many messages, in one statement. Empty for a message that does not exist. */
export async function readTimelines(scope: Scope, messageIds: readonly string[]): Promise<TimelineEntry[][]> {
  const team = scope.team.id;
  const rows = await run<TimelineEntry & { index: number }>(
    scope.db,
    sql`select owner.index::int - 1 as index, entry.key as id, entry.type, entry.at, entry.reason, entry.cause, entry.verdict, entry.target
        from unnest(${[...messageIds]}::uuid[]) with ordinality as owner(id, index), lateral (
          with known as (
            select created_at, sent_at, failure_reason, warnings from transactional_mails where team_id = ${team} and id = owner.id
            union all
            select created_at, sent_at, null, null from messages where team_id = ${team} and id = owner.id and mail_id is null
          )
          select concat_ws('.', owner.id::text, type, row_number() over (partition by type order by entry.id)) as key,
                 entry.id, type, at, reason, cause, verdict, target from (
            select -1 as id, 'queued' as type, created_at as at, null as reason, null as cause, null as verdict, null as target from known
            union all
            select -1, 'warned', created_at, warning, null, null, null from known, unnest(warnings) as warned(warning)
            union all
            select a.id, a.outcome::text, a.at, a.reason, null, null, null from attempts a
            where a.team_id = ${team} and a.message_id = owner.id
            union all
            select 0, 'sent', sent_at, failure_reason, null, null, null from known where sent_at is not null
            union all
            select r.id, case r.kind when 'open' then 'opened' else 'clicked' end, r.at, null, null, r.verdict::text, r.target
            from reactions r where r.team_id = ${team} and r.message_id = owner.id
            union all
            select f.id, case f.kind when 'hard_bounce' then 'bounced' when 'soft_bounce' then 'soft_bounced'
                                     else 'complained' end, f.at, f.reason, f.cause, null, null
            from feedback f where f.team_id = ${team} and f.message_id = owner.id
          ) entry order by ${IN_ORDER} limit ${MAX}) entry
        order by owner.index, ${IN_ORDER}`,
  );
  const timelines = messageIds.map((): TimelineEntry[] => []);
  for (const { index, ...entry } of rows) timelines[index]?.push({ ...entry, cause: entry.cause ?? causeOfTry(entry) });
  return timelines;
}

/** Determined on reading, so that improvements apply to old attempts too. */
function causeOfTry({ type, reason }: Pick<TimelineEntry, 'type' | 'reason'>): Cause | null {
  if (reason === null || (type !== 'failed' && type !== 'deferred')) return null;
  return causeOfReason(reason);
}

const IN_ORDER = sql`entry.type <> 'queued', entry.at, entry.type = 'bounced', entry.id`;
