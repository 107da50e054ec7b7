import { empty, run, runOnce, type Sql, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { compile } from '../../segments/compile.ts';
import { matching } from '../../segments/counting.ts';
import { readSegmentContext } from '../../segments/read-context.ts';
import { insertNotifications } from '../../signals/notify-webhooks.ts';

/** An automation or a webhook that watches who enters or leaves a segment. */
export interface Watcher {
  /** The automation's or webhook's id. */
  automation: string;
  isWebhook: boolean;
  kind: 'segment_entered' | 'segment_left';
  status: 'active' | 'paused';
  includeExisting: boolean;
}

/** Changes in a segment since the last round. */
export interface Refreshed {
  entered: number;
  left: number;
}

interface Segment {
  id: string;
  listId: string;
  conditions: unknown;
}

/**
 * Updates the stored members of a segment by the difference, and signals the changes to the automations that already watch
 * it. A new watcher gets only later changes, or also all current members if it asks for them. Returns the new
 * watchers. The caller's transaction holds the row of the segment.
 */
export async function refreshSegment(
  scope: Scope,
  segment: Segment,
  watchers: readonly Watcher[],
  begun: readonly string[],
): Promise<{ begun: string[] } & Refreshed> {
  const active = watchers.filter(({ status }) => status === 'active');
  const changed = await applyDifference(
    scope,
    segment,
    active.filter(({ automation }) => begun.includes(automation)),
  );
  const fresh = active.filter(({ automation }) => !begun.includes(automation));
  for (const { automation, kind, includeExisting, isWebhook } of fresh) {
    if (!isWebhook && kind === 'segment_entered' && includeExisting) await signalAll(scope, segment, automation);
  }
  const kept = watchers.map(({ automation }) => automation).filter((automation) => begun.includes(automation));
  return { ...changed, begun: [...new Set([...kept, ...fresh.map(({ automation }) => automation)])] };
}

/** One statement. A hash join compares stored with matching members, so unchanged rows are not written. */
async function applyDifference(
  scope: Scope,
  { id, listId, conditions }: Segment,
  watching: readonly Watcher[],
): Promise<Refreshed> {
  const listening = watching.filter(({ isWebhook }) => !isWebhook);
  const context = await readSegmentContext(scope, [listId], [conditions]);
  const team = scope.team.id;
  const [row] = await runOnce<Refreshed>(
    scope.db,
    sql`with changed as materialized (
          select coalesce(n.person_key, m.person_key) as person, m.person_key is null as entered
          from (select s.person_key from subscribers s where ${matching(scope, listId, compile(conditions, context))}) n
          full join (select k.person_key from automation_members k
                     where k.team_id = ${team}::int and k.segment_id = ${id}::uuid) m on m.person_key = n.person_key
          where n.person_key is null or m.person_key is null
        ), added as (
          insert into automation_members (team_id, segment_id, person_key)
          select ${team}::int, ${id}::uuid, person from changed where entered order by person
        ), removed as (
          delete from automation_members m using changed
          where m.team_id = ${team}::int and m.segment_id = ${id}::uuid and m.person_key = changed.person and not changed.entered
        ), signalled as (
          insert into automation_signals (team_id, person_key, kind, ref, detail, at)
          select ${team}::int, changed.person, w.kind, ${id}::text, w.automation, now()
          from changed join unnest(${listening.map(({ kind }) => kind)}::text[], ${listening.map((one) => one.automation)}::text[])
            w(kind, automation) on w.kind = case when changed.entered then 'segment_entered' else 'segment_left' end
        )${watching.length > listening.length ? sql`, notified as (${insertNotifications(team, notificationsOf(team, id, listId))})` : empty}
        select count(*) filter (where entered)::int as entered, count(*) filter (where not entered)::int as left from changed`,
  );
  return row!;
}

/** The webhook events for people who enter or leave. */
const notificationsOf = (team: number, segment: string, list: string): Sql =>
  sql`select case when changed.entered then 'segment.entered' else 'segment.left' end as kind, ${list}::uuid as list,
             null::text as name,
             jsonb_build_object('id', s.id, 'segment', ${segment}::uuid, 'person', changed.person, 'list', ${list}::uuid) as entry
      from changed left join subscribers s
        on s.team_id = ${team}::int and s.list_id = ${list}::uuid and s.person_key = changed.person`;

/** Signals everyone in the segment to one automation. */
async function signalAll(scope: Scope, { id }: Segment, automation: string): Promise<void> {
  await run(
    scope.db,
    sql`insert into automation_signals (team_id, person_key, kind, ref, detail, at)
        select ${scope.team.id}::int, m.person_key, 'segment_entered', ${id}::text, ${automation}::text, now()
        from automation_members m where m.team_id = ${scope.team.id}::int and m.segment_id = ${id}::uuid`,
  );
}
