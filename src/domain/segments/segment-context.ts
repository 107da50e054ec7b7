import { run, sql } from '../../database/connect.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { isStorable } from '../../validation/text.ts';
import { type FieldType, readDeclaredFields } from '../audience/attributes.ts';
import { findTags, slugOf } from '../audience/tags.ts';
import { rulesOf } from './conditions.ts';
import { typeOf } from './rules.ts';

/** What rules are judged and compiled against. */
export interface SegmentContext {
  /** Rows of a sub-query are of this team by a constant, so that the planner sees whom it gives only once. */
  teamId: number;
  /** Ids of tags by slug. */
  tags: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, FieldType>;
  /** Those of the fields whose values have an index. */
  indexed: ReadonlySet<string>;
  /** Ids of campaigns that there are. */
  campaigns: ReadonlySet<string>;
  /** Conditions of the segments that may be named. */
  segments: ReadonlyMap<string, unknown>;
  /** Names of templates that may be named; none where conditions were judged before: a template may go. */
  templates?: ReadonlySet<string>;
  /** The segment that is being saved: nothing that it names may lead back to it. */
  saving?: string;
}

/** What a rule wants looked up; taken from what was sent, so anything may be in it. */
export interface Needs {
  tags: readonly unknown[];
  fields: readonly unknown[];
  campaigns: readonly unknown[];
  segments: readonly unknown[];
  templates: readonly unknown[];
}

/**
 * What judging sent conditions takes beside compiling stored ones: the templates that there are now. Not to compile with:
 * segments that are named may name others.
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
 * Looks up all that these conditions speak of, and the segments they name: four statements at most, however many
 * conditions. `lists`: the lists whose segments may be named. `saving`: with the segments that name others, to find
 * what leads back to it.
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
    indexed: new Set(declared.filter(({ indexed }) => indexed).map(({ key }) => key)),
    campaigns: campaigns.length > 0 ? await findCampaigns(scope, campaigns) : new Set(),
    segments,
    ...(saving && { saving }),
  };
}

/** The same for where null would not do for false, as under a `not`: a predicate that an index answers may be null. */
export const forNegation = (context: SegmentContext): SegmentContext => ({ ...context, indexed: new Set() });

/** What is longer or broken is no name of anything. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 1_000 && isStorable(value);

const namesIn = (conditions: readonly unknown[], kind: keyof Needs): unknown[] =>
  conditions.flatMap((group) => rulesOf(group).flatMap(({ rule }) => typeOf(rule)?.needs?.(rule)[kind] ?? []));

async function findCampaigns(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await run<{ id: string }>(
    scope.db,
    sql`select id::text from campaigns where team_id = ${scope.team.id} and id = any(${[...ids]}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The segments with these ids, and all that name others or are named, in these lists: id → conditions. */
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
