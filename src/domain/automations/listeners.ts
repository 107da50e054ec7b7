import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { ensureTags, slugOf } from '../audience/tags.ts';
import type { Automation } from './automations.ts';
import type { Definition, Step } from './definition/definition.ts';
import { branchesOf } from './definition/program.ts';
import { findReferences, NO_NEEDS, type References } from './definition/references.ts';

/** Something that signals an automation when it is recorded. */
interface Listener {
  kind: string;
  /**
   * The event name, or the id of the list, tag, campaign, template or segment; for dates, of the automation. Empty: any.
   */
  ref: string;
  /** Whether changes made by imports count too. */
  imports: boolean;
}

/** Leaving a list ends runs. */
const LEFT: Listener = { kind: 'left', ref: '', imports: true };

/**
 * Stores the listeners of an active or paused automation, and removes them otherwise: its version's trigger, and the events
 * that advance or end active runs of any version. Call it after each change, in the same transaction, with the automation's
 * row locked. Creates a missing tag of the trigger, because listeners refer to tags by id.
 */
export async function recordListeners(scope: Scope, id: string): Promise<void> {
  const { db, team } = scope;
  const followed = await readFollowed(scope, id);
  const listeners = followed.length > 0 ? await listenersOf(scope, id, followed) : [];
  const kinds = listeners.map(({ kind }) => kind);
  const refs = listeners.map(({ ref }) => ref);
  await run(
    db,
    sql`delete from automation_listeners l where l.team_id = ${team.id} and l.automation_id = ${id}::uuid and not exists (
          select from unnest(${kinds}::text[], ${refs}::text[]) as kept(kind, ref) where kept.kind = l.kind and kept.ref = l.ref)`,
  );
  await run(
    db,
    sql`insert into automation_listeners (team_id, kind, ref, automation_id, imports)
        select ${team.id}, kind, ref, ${id}::uuid, imports
        from unnest(${kinds}::text[], ${refs}::text[], ${listeners.map(({ imports }) => imports)}::boolean[])
          as given(kind, ref, imports) order by kind, ref
        on conflict (team_id, kind, ref, automation_id) do update set imports = excluded.imports`,
  );
}

interface Followed extends Pick<Automation, 'listId' | 'definition'> {
  /** Whether new runs follow it. */
  isCurrent: boolean;
}

/** The current version first, then those of active runs. None unless the automation is active or paused. */
const readFollowed = ({ db, team }: Scope, id: string): Promise<Followed[]> =>
  run<Followed>(
    db,
    sql`select a.list_id::text as "listId", v.definition, v.version = a.version as "isCurrent"
        from automations a
        join automation_versions v on v.team_id = ${team.id} and v.automation_id = a.id
        where a.team_id = ${team.id} and a.id = ${id}::uuid and a.status in ('active', 'paused') and a.deleted_at is null
          and (v.version = a.version or v.version in (
            select r.version from automation_runs r
            where r.team_id = ${team.id} and r.automation_id = ${id}::uuid and r.state = 'active' group by r.version))
        order by v.version desc`,
  );

async function listenersOf(scope: Scope, id: string, followed: readonly Followed[]): Promise<Listener[]> {
  const triggers = followed.filter(({ isCurrent }) => isCurrent);
  const tags = await ensureTags(
    scope,
    triggers.flatMap(({ definition: { trigger } }) => ('tag' in trigger ? trigger.tag : [])),
  );
  const { templates } = await findReferences(
    scope,
    triggers.map(({ definition: { trigger } }) => ({
      ...NO_NEEDS,
      templates: new Set('template' in trigger && trigger.template !== undefined ? [trigger.template] : []),
    })),
  );
  const all = [
    LEFT,
    ...triggers.flatMap((version) => startedBy(id, version, { templates, tags })),
    ...followed.flatMap(({ definition }) =>
      eventsAwaited(definition).map((ref) => ({ kind: 'event', ref, imports: false })),
    ),
  ];
  const byKey = new Map<string, Listener>();
  for (const one of all) {
    const key = JSON.stringify([one.kind, one.ref]);
    byKey.set(key, { ...one, imports: one.imports || (byKey.get(key)?.imports ?? false) });
  }
  return [...byKey.values()];
}

/** The listeners that start runs, recorded or found by the clock (clock/). Leaves out deleted things. */
function startedBy(
  id: string,
  { definition: { trigger }, listId }: Followed,
  { templates, tags }: Pick<References, 'templates' | 'tags'>,
): Listener[] {
  const on = (ref: string | number | null | undefined, imports = false): Listener[] =>
    ref === null || ref === undefined ? [] : [{ kind: trigger.type, ref: String(ref), imports }];
  switch (trigger.type) {
    case 'event':
      return on(trigger.name);
    case 'subscribed':
    case 'confirmed':
    case 'unsubscribed':
      return on(listId, trigger.imports);
    case 'tag_added':
    case 'tag_removed':
      return on(tags.get(slugOf(trigger.tag)), trigger.imports);
    case 'opened':
    case 'clicked':
      return on(trigger.campaign ?? templates.get(trigger.template ?? ''));
    case 'segment_entered':
    case 'segment_left':
      return on(trigger.segment);
    case 'date':
      return on(id);
    case 'api':
      return [];
  }
}

/** The events that end runs or that a step waits for, at any depth. */
export function eventsAwaited({ exits, steps }: Pick<Definition, 'exits' | 'steps'>): string[] {
  const inSteps = (list: readonly Step[]): string[] =>
    list.flatMap((step) => [
      ...(step.type === 'wait_for' ? [step.event.name] : []),
      ...branchesOf(step).flatMap(({ steps: inner }) => inSteps(inner)),
    ]);
  return [...exits.flatMap((exit) => (exit.type === 'event' ? [exit.name] : [])), ...inSteps(steps)];
}
