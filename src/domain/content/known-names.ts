import { run, sql } from '../../database/connect.ts';
import { nearMissOf } from '../../near-miss.ts';
import type { Scope } from '../../scope.ts';
import { teamValues } from './brand/team-values.ts';
import type { NamedPath } from './rendering/job.ts';
import { namesIn } from './rendering/pool.ts';
import { sourcesOf } from './rendering/template-source.ts';
import { subscriberValues } from './subscriber-values.ts';
import type { Template } from './templates.ts';

const NOBODY = { id: '', email: '', firstName: null, lastName: null, locale: null, timezone: null, tags: [] };
const SUBSCRIBER = subscriberValues({ ...NOBODY, attributes: {}, subscribedAt: null });
const TEAM = teamValues({ name: '', postalAddress: null, brand: null, timezone: 'UTC' }, '');

/** The fields that every message may show, by path. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  subscriber: Object.keys(SUBSCRIBER),
  list: ['id', 'name'],
  team: Object.keys(TEAM),
  'team.brand': Object.keys(TEAM.brand as object),
  campaign: ['id', 'name', 'subject', 'preheader'],
  automation: ['id', 'name'],
};

/** Properties that Liquid adds to lists and texts. */
const OF_ANY = new Set(['size', 'first', 'last']);

/**
 * Warns of fields that do not exist: misspelt ones of the subscriber, list, team, campaign and automation, and near
 * misses of the team's contact fields. `variables`: the author's values, which replace ours of the same name.
 */
export async function nameWarnings(
  scope: Scope,
  sources: readonly string[],
  variables: Record<string, unknown> = {},
): Promise<string[]> {
  const paths = await namesIn([...new Set(sources)], scope.team.id);
  return warningsOfPaths(paths, await readFieldsNamed(scope, paths), variables);
}

/** The team's contact fields, if one of the paths names one. */
export async function readFieldsNamed({ db, team }: Scope, paths: readonly NamedPath[]): Promise<string[]> {
  if (!paths.some(([root, field]) => root === 'subscriber' && field === 'attributes')) return [];
  const rows = await run<{ key: string }>(
    db,
    sql`select key from contact_fields where team_id = ${team.id} order by key`,
  );
  return rows.map(({ key }) => key);
}

/** Like `nameWarnings`, for paths found earlier. `fields`: the keys of the team's contact fields. */
export function warningsOfPaths(
  paths: readonly NamedPath[],
  fields: readonly string[],
  variables: Record<string, unknown> = {},
): string[] {
  const warnings = paths.flatMap((path): string[] => {
    const [root, field, key] = path;
    if (typeof root !== 'string' || (root === 'list' && Object.hasOwn(variables, root))) return [];
    if (root === 'subscriber' && field === 'attributes') return ofFields(key, fields);
    return [...ofKnown(root, field), ...(field === 'brand' ? ofKnown(`${root}.brand`, key) : [])];
  });
  return [...new Set(warnings)];
}

function ofKnown(owner: string, field: unknown): string[] {
  const known = Object.hasOwn(KNOWN, owner) ? KNOWN[owner] : undefined;
  if (!known || typeof field !== 'string' || known.includes(field) || OF_ANY.has(field)) return [];
  return [`The variable ${owner}.${field} does not exist${meant(field, known)}`];
}

/** Attributes need no contact field. One that nearly matches a field is misspelt. */
function ofFields(key: unknown, fields: readonly string[]): string[] {
  if (typeof key !== 'string' || fields.includes(key)) return [];
  const near = nearMissOf(key, fields);
  return near ? [`The contact field ${key} does not exist. Did you mean ${near}?`] : [];
}

/** The end of a sentence about a name. */
export function meant(name: string, known: readonly string[]): string {
  const near = nearMissOf(name, known);
  return near ? `. Did you mean ${near}?` : '.';
}

/**
 * Warnings about names in templates that do not exist, in all languages, in the order of the templates. One statement for any
 * number of templates.
 */
export async function readTemplateWarnings(scope: Scope, templates: readonly Template[]): Promise<string[][]> {
  const paths = await Promise.all(templates.map((template) => namesIn(sourcesOf(template), scope.team.id)));
  const fields = await readFieldsNamed(scope, paths.flat());
  return paths.map((own) => warningsOfPaths(own, fields));
}
