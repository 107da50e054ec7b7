import { type Database, run, type Sql, sql } from '../../../database/connect.ts';
import type { Log } from '../../../log.ts';
import { createScope, LONG_MS, type Scope, transaction, WORKER } from '../../../scope.ts';
import { type Refreshed, refreshSegment, type Watcher } from './refresh-segment.ts';

/** A segment is evaluated each minute. A slow one is evaluated less often, so that it takes a hundredth of the time. */
const SHORTEST_MS = 60_000;
const LONGEST_MS = 270_000;
const PART = 100;

const AT_ONCE = 100;

const NOTHING: Refreshed = { entered: 0, left: 0 };

const KINDS = ['segment_entered', 'segment_left'];

/**
 * Webhooks `h` that want events of a segment `g`, matched loosely: their exact kinds are checked when a notification is
 * written.
 */
const WEBHOOKS: Sql = sql`webhooks h join segments g on g.team_id = h.team_id and (h.list_id is null or h.list_id = g.list_id)
  and h.enabled and h.kinds && array['*', 'segment.entered', 'segment.left']`;

/**
 * Finds out which people entered or left the segments that automations or webhooks watch, and signals them. A newly watched
 * segment is evaluated at once. Segments without watchers and deleted segments are dropped without a signal. Parallel
 * processes take different segments. Returns the changes.
 */
export async function findDueSegments(db: Database, log: Log): Promise<Refreshed> {
  const sum = { entered: 0, left: 0 };
  for (const { teamId, segment } of await findSegments(db)) {
    const scope = createScope(db, { id: teamId }, WORKER);
    try {
      const { entered, left } = (await transaction(scope, (scope) => lookAt(scope, segment), LONG_MS)) ?? NOTHING;
      sum.entered += entered;
      sum.left += left;
    } catch (error) {
      log.warn({ reason: (error as Error).message, segment }, 'cannot check a watched segment; trying again');
    }
  }
  return sum;
}

/** Due segments. Read without locks, as they belong to many teams; each is checked again under its lock. */
export const DUE_SEGMENTS: Sql = sql`
        select l.team_id as "teamId", l.ref as segment from automation_listeners l
        join teams t on t.id = l.team_id and t.status = 'active'
        left join automation_segments w on w.team_id = l.team_id and w.segment_id::text = l.ref
        where l.kind = any(${KINDS}::text[]) and (w.due_at is null or w.due_at <= now() or exists (
          select from automations a where a.team_id = l.team_id and a.id = l.automation_id and a.status = 'active'
            and a.deleted_at is null and a.id <> all (w.watchers)))
        union
        select h.team_id, g.id::text from ${WEBHOOKS}
        join teams t on t.id = h.team_id and t.status = 'active'
        left join automation_segments w on w.team_id = g.team_id and w.segment_id = g.id
        where w.due_at is null or w.due_at <= now() or h.id <> all (w.watchers)
        union
        select w.team_id, w.segment_id::text from automation_segments w
        where not exists (select from automation_listeners l where l.team_id = w.team_id and l.ref = w.segment_id::text
                            and l.kind = any(${KINDS}::text[]))
          and not exists (select from ${WEBHOOKS} where h.team_id = w.team_id and g.id = w.segment_id)`;

const findSegments = (db: Database): Promise<{ teamId: number; segment: string }[]> =>
  run(db, sql`${DUE_SEGMENTS} limit ${AT_ONCE}`);

/** Undefined if another process is evaluating the segment, or has done so. */
async function lookAt(scope: Scope, id: string): Promise<Refreshed | undefined> {
  const known = await claim(scope, id);
  if (!known) return undefined;
  const watchers = await readWatchers(scope, id);
  const [segment] = await run<{ id: string; listId: string; conditions: unknown }>(
    scope.db,
    sql`select id::text, list_id::text as "listId", conditions from segments
        where team_id = ${scope.team.id}::int and id = ${id}::uuid`,
  );
  if (!segment || watchers.length === 0) return forget(scope, id, watchers);
  const isNews = watchers.some(({ automation, status }) => status === 'active' && !known.watchers.includes(automation));
  if (!known.isDue && !isNews) return undefined;
  const from = performance.now();
  const { begun, ...changed } = await refreshSegment(scope, segment, watchers, known.watchers);
  await put(scope, id, begun, performance.now() - from);
  return changed;
}

interface Known {
  watchers: string[];
  isDue: boolean;
}

/** Locks the row of the segment until the transaction ends. */
async function claim(scope: Scope, id: string): Promise<Known | undefined> {
  await run(
    scope.db,
    sql`insert into automation_segments (team_id, segment_id, due_at) values (${scope.team.id}::int, ${id}::uuid, now())
        on conflict do nothing`,
  );
  const [row] = await run<Known>(
    scope.db,
    sql`select w.watchers::text[], w.due_at <= now() as "isDue" from automation_segments w
        where w.team_id = ${scope.team.id}::int and w.segment_id = ${id}::uuid for update skip locked`,
  );
  return row;
}

const readWatchers = (scope: Scope, id: string): Promise<Watcher[]> =>
  run<Watcher>(
    scope.db,
    sql`select a.id::text as automation, l.kind, a.status::text as status, false as "isWebhook",
               coalesce((v.definition -> 'trigger' ->> 'include_existing')::boolean, false) as "includeExisting"
        from automation_listeners l
        join automations a on a.team_id = l.team_id and a.id = l.automation_id
        join automation_versions v on v.team_id = a.team_id and v.automation_id = a.id and v.version = a.version
        where l.team_id = ${scope.team.id}::int and l.ref = ${id}::text and l.kind = any(${KINDS}::text[])
          and a.status in ('active', 'paused') and a.deleted_at is null
        union all
        select h.id::text, 'segment_entered', 'active', true, false from ${WEBHOOKS}
        where h.team_id = ${scope.team.id}::int and g.id::text = ${id}::text
        order by automation`,
  );

/** `took`: how long the evaluation took, in milliseconds. The next time is set by the database's clock. */
async function put(scope: Scope, id: string, watchers: readonly string[], took: number): Promise<void> {
  const pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, took * PART));
  await run(
    scope.db,
    sql`update automation_segments set watchers = ${[...watchers]}::uuid[], due_at = ${new Date(scope.now().getTime() + pause)}
        where team_id = ${scope.team.id}::int and segment_id = ${id}::uuid`,
  );
}

/** The row stays while automations listen to a deleted segment: otherwise each round would create it again. */
async function forget(scope: Scope, id: string, watchers: readonly Watcher[]): Promise<undefined> {
  const where = { teamId: scope.team.id, segmentId: id };
  await scope.db.automationMember.deleteMany({ where });
  if (watchers.length === 0) await scope.db.automationSegment.deleteMany({ where });
  else {
    const ids = watchers.map(({ automation }) => automation);
    await put(scope, id, ids, LONGEST_MS);
  }
}
