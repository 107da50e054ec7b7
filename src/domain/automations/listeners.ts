import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { ensureTags, slugOf } from '../audience/tags.ts';
import type { Automation } from './automations.ts';
import type { Definition, Step } from './definition/definition.ts';
import { branchesOf } from './definition/program.ts';
import { findReferences, NO_NEEDS, type References } from './definition/references.ts';

/** Something that an automation is told of when it is recorded. */
interface Listener {
  kind: string;
  /** The name of the event, or the id of the list, tag, campaign, template or segment; of dates, of the automation. Empty where any counts. */
  ref: string;
  /** Whether what an import does counts too. */
  imports: boolean;
}

/** Somebody left, which ends runs. */
const LEFT: Listener = { kind: 'left', ref: '', imports: true };

/**
 * Writes down what an automation listens to while it is active or paused, and nothing otherwise: what starts the runs of its
 * version, and what moves or ends those that are under way, by whichever version. To be called after each change of it, in its
 * transaction, which has locked its row. The tag of a trigger is made where there is none, for it is listened to by its id.
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

/** The version that new runs follow, first, and those of runs under way. None of one that is neither active nor paused. */
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

/** What starts runs, where it is recorded or found out by the clock (clock/): not what is gone. */
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

/** The events that end runs, or that a step waits for, at any depth. */
export function eventsAwaited({ exits, steps }: Pick<Definition, 'exits' | 'steps'>): string[] {
  const inSteps = (list: readonly Step[]): string[] =>
    list.flatMap((step) => [
      ...(step.type === 'wait_for' ? [step.event.name] : []),
      ...branchesOf(step).flatMap(({ steps: inner }) => inSteps(inner)),
    ]);
  return [...exits.flatMap((exit) => (exit.type === 'event' ? [exit.name] : [])), ...inSteps(steps)];
}
