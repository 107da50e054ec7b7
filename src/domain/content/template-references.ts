import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

/** How a message says that a reference to a template is unknown. */
export const NO_TEMPLATE = 'must be the name or id of a template.';

/** The templates with these names or ids, by what was given. A name wins over an id. One statement. */
export async function findNamed(
  { db, team }: Scope,
  given: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (given.length === 0) return new Map();
  const ids = given.filter(isId);
  const templates = await db.template.findMany({
    where: { teamId: team.id, OR: [{ name: { in: [...given] } }, ...(ids.length > 0 ? [{ id: { in: ids } }] : [])] },
    select: { id: true, name: true },
  });
  return byNameOrId(templates);
}

/** The template with this name, else the one with this id. */
export const referred = <Template>(templates: ReadonlyMap<string, Template>, given: string): Template | undefined =>
  templates.get(given) ?? (isId(given) ? templates.get(given.toLowerCase()) : undefined);

/** Templates by id and by name. */
export const byNameOrId = <Template extends { id: string; name: string }>(
  templates: readonly Template[],
): Map<string, Template> =>
  new Map([
    ...templates.map((template) => [template.id, template] as const),
    ...templates.map((template) => [template.name, template] as const),
  ]);

/**
 * Conditions and definitions as sent, with the names of the templates that they refer to by id: they are stored by name.
 * Unknown ids stay, so that they are refused where they were sent. Texts of a webhook's body are no references.
 */
export async function withTemplateNames<Given>(scope: Scope, given: Given): Promise<Given> {
  const ids = new Set<string>();
  mapReferences(given, (name) => {
    if (isId(name)) ids.add(name.toLowerCase());
    return name;
  });
  if (ids.size === 0) return given;
  const templates = await findNamed(scope, [...ids]);
  return mapReferences(given, (name) => referred(templates, name)?.name ?? name) as Given;
}

/** A copy of JSON with all references to templates mapped. */
function mapReferences(part: unknown, map: (name: string) => string): unknown {
  if (Array.isArray(part)) return part.map((item) => mapReferences(item, map));
  if (typeof part !== 'object' || part === null) return part;
  const { type } = part as { type?: unknown };
  const isReference = (key: string) => key === 'template' || (key === 'value' && type === 'transactional');
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'body' && type === 'webhook') return [key, value];
      return [key, typeof value === 'string' && isReference(key) ? map(value) : mapReferences(value, map)];
    }),
  );
}
