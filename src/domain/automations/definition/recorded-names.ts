import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { meant } from '../../content/known-names.ts';
import type { NamedPath } from '../../content/rendering/job.ts';
import { EACH } from '../../content/rendering/member-paths.ts';
import { isObject } from '../../segments/conditions.ts';
import { listEventProperties } from '../../segments/event-properties.ts';
import { PROPERTY_PREFIX } from '../../segments/property-path.ts';

/** The event that a trigger names, and its recorded properties. */
export interface EventNames {
  /** Undefined: no event starts the run. */
  event: string | undefined;
  /** Dotted names, including those in nested objects. */
  properties: ReadonlySet<string>;
  /** The properties that are lists. */
  lists: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The properties of recorded events; each event name is read once. */
export class RecordedNames {
  readonly #scope: Scope;
  readonly #known = new Map<string, Promise<EventNames | undefined>>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Undefined if any name may have a value: properties are passed by the API caller, or no such event was recorded. */
  async of(trigger: unknown): Promise<EventNames | undefined> {
    if (!isObject(trigger) || trigger.type === 'api') return undefined;
    if (trigger.type !== 'event') return { event: undefined, properties: NO_NAMES, lists: NO_NAMES };
    const { name } = trigger;
    if (typeof name !== 'string') return undefined;
    const reading = this.#known.get(name) ?? readNames(this.#scope, name);
    this.#known.set(name, reading);
    return reading;
  }
}

async function readNames(scope: Scope, name: string): Promise<EventNames | undefined> {
  const outline = await listEventProperties(scope, { name });
  const properties = new Set<string>();
  const lists = new Set<string>();
  for (const { property, inList } of outline) {
    if (property === 'value' || property === 'currency') continue;
    const parts = (property.startsWith(PROPERTY_PREFIX) ? property.slice(PROPERTY_PREFIX.length) : property).split('.');
    for (let length = 1; length <= parts.length; length++) {
      const part = parts.slice(0, length).join('.');
      properties.add(part);
      if (inList) lists.add(part);
    }
  }
  if (properties.size === 0 && !(await hasNoProperties(scope, name))) return undefined;
  return { event: name, properties, lists };
}

/** Whether events of this name were recorded and the newest have no properties. Oversized events prove nothing. */
async function hasNoProperties({ db, team }: Scope, name: string): Promise<boolean> {
  const [row] = await run<{ bare: boolean | null }>(
    db,
    sql`select bool_and(coalesce(newest.properties, '{}'::jsonb) = '{}'::jsonb) as bare from (
          select e.properties from events e where e.team_id = ${team.id}::int and e.name = ${name}::text
          order by e.occurred_at desc limit 20::int) newest`,
  );
  return row?.bare ?? false;
}

const OF_ANY = new Set(['size', 'first', 'last']);

/**
 * A warning about the first part of a path that no recent event had, if any. `path` begins after `event`; `besides` lists
 * other names that may be meant there.
 */
export function propertyDoubts(
  path: NamedPath,
  { event, properties, lists }: EventNames,
  besides: readonly string[] = [],
): string[] {
  let before = '';
  for (const [depth, part] of path.entries()) {
    // Iterating over an object gives its names and values.
    if (part === EACH && !lists.has(before)) return [];
    if (typeof part !== 'string') continue;
    const name = before === '' ? part : `${before}.${part}`;
    if (OF_ANY.has(part) && !properties.has(name)) continue;
    if (!properties.has(name)) {
      const beside = siblingsOf(properties, before);
      // Objects with varying members prove nothing.
      if (depth > 0 && beside.length === 0) return [];
      const known = depth === 0 ? [...beside, ...besides] : beside;
      return [`No recent "${event}" event has the property ${name}${meant(part, known)}`];
    }
    before = name;
  }
  return [];
}

const siblingsOf = (properties: ReadonlySet<string>, before: string): string[] =>
  [...properties].flatMap((name) => {
    const prefix = before === '' ? '' : `${before}.`;
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '.';
    return rest.includes('.') ? [] : [rest];
  });
