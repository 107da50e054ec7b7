import { run, sql } from '../../database/connect.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { isStorable } from '../../validation/text.ts';
import { readDeclaredFields } from '../audience/attributes.ts';
import { findTags, slugOf } from '../audience/tags.ts';
import { readZone } from '../team-days.ts';
import { rulesOf } from './conditions.ts';
import { typeOf } from './rules.ts';
import type { Needs, SegmentContext } from './segment-context.ts';

/**
 * The context for validating new conditions: also has the existing templates. Do not compile with it: referenced segments
 * may use deleted templates.
 */
export async function readValidationContext(
  scope: Scope,
  lists: readonly string[],
  conditions: readonly unknown[],
  saving?: string,
): Promise<SegmentContext & { templates: ReadonlySet<string> }> {
  const context = await readSegmentContext(scope, lists, conditions, saving);
  const names = namesIn(conditions, 'templates')
    .filter(isName)
    .map((name) => name.trim());
  if (names.length === 0) return { ...context, templates: new Set() };
  const where = { teamId: scope.team.id, name: { in: names } };
  const templates = await scope.db.template.findMany({ where, select: { name: true } });
  return { ...context, templates: new Set(templates.map(({ name }) => name)) };
}

/**
 * Looks up all references of these conditions and of the segments they refer to. At most five statements for any number of
 * conditions. `lists`: the lists whose segments a rule may refer to. `saving`: also loads the segments that refer to
 * others, to find cycles.
 */
export async function readSegmentContext(
  scope: Scope,
  lists: readonly string[],
  conditions: readonly unknown[],
  saving?: string,
): Promise<SegmentContext> {
  const named = namesIn(conditions, 'segments')
    .filter(isId)
    .map((id) => id.toLowerCase());
  const segments =
    named.length > 0 || saving ? await readLinkedSegments(scope, lists, named) : new Map<string, unknown>();
  const all = [...conditions, ...segments.values()];
  const slugs = namesIn(all, 'tags').filter(isName).map(slugOf);
  const keys = namesIn(all, 'fields').filter(isName);
  const campaigns = namesIn(all, 'campaigns').filter(isId);
  const declared = await readDeclaredFields(scope, keys);
  return {
    teamId: scope.team.id,
    tags: slugs.length > 0 ? await findTags(scope, slugs) : new Map(),
    fields: new Map(declared.map(({ key, type }) => [key, type])),
    indexed: new Set(declared.filter(({ indexed, changing }) => indexed && !changing).map(({ key }) => key)),
    changing: new Set(declared.filter(({ changing }) => changing).map(({ key }) => key)),
    campaigns: campaigns.length > 0 ? await findCampaigns(scope, campaigns) : new Set(),
    segments,
    zone: isAboutDays(all) ? await readZone(scope) : 'UTC',
    at: scope.now(),
    ...(saving && { saving }),
  };
}

/** Anything longer or broken cannot be a name. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 1_000 && isStorable(value);

const namesIn = (conditions: readonly unknown[], kind: keyof Needs): unknown[] =>
  conditions.flatMap((group) => rulesOf(group).flatMap(({ rule }) => typeOf(rule)?.needs?.(rule)[kind] ?? []));

const isAboutDays = (conditions: readonly unknown[]): boolean =>
  conditions.some((group) => rulesOf(group).some(({ rule }) => typeOf(rule)?.isAboutDays?.(rule)));

async function findCampaigns(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await run<{ id: string }>(
    scope.db,
    sql`select id::text from campaigns
        where team_id = ${scope.team.id} and id = any(${[...ids]}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The conditions, by id, of these segments and of all in these lists that refer to others or are referred to. */
async function readLinkedSegments(
  scope: Scope,
  lists: readonly string[],
  ids: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await run<{ id: string; conditions: unknown }>(
    scope.db,
    sql`with here as (
          select id, conditions, uses from segments
          where team_id = ${scope.team.id} and list_id = any(${[...lists]}::uuid[]))
        select id, conditions from here
        where id = any(${[...ids]}::uuid[]) or uses <> '{}' or id in (select unnest(uses) from here)`,
  );
  return new Map(rows.map(({ id, conditions }) => [id, conditions]));
}
