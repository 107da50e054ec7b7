import { z } from 'zod';
import { join, run, sql } from '../../database/connect.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import type { Found } from './found-node.ts';
import { NODE_TYPES } from './node-types.ts';
import { readOwnNodes } from './own-nodes.ts';
import { readPartNodes } from './part-nodes.ts';

type TypeName = keyof typeof NODE_TYPES;

const MAX_IDS = 100;

const request = record({ ids: listOf(z.string(), 0, MAX_IDS) });

/** Returns the requested ids. Throws ValidationError for too many. */
export const idsOf = (input: unknown): string[] => parse(request, input).ids;

/**
 * Returns the team's row for each id, or undefined. One statement finds the types, and one or two read the rows of each
 * type, however many ids there are. For a member two more read their own objects, if an id is still unknown.
 */
export async function readNodes(scope: Scope, given: readonly string[]): Promise<(Found | undefined)[]> {
  const ids = given.map((id) => id.toLowerCase());
  const idsOfType = await readTypes(scope, [...new Set(ids.filter(isId))]);
  const found = await readPartNodes(scope, [...new Set(ids)]);
  for (const [type, ids] of idsOfType) {
    const rows = await NODE_TYPES[type].read(scope, ids);
    for (const row of rows) found.set(type === 'Team' ? (ids[0] as string) : String(row.id), { type, row });
  }
  const own = await readOwnNodes(
    scope,
    ids.filter((id) => isId(id) && !found.has(id)),
  );
  return ids.map((id) => found.get(id) ?? own.get(id));
}

async function readTypes(scope: Scope, ids: readonly string[]): Promise<Map<TypeName, string[]>> {
  const types = new Map<TypeName, string[]>();
  if (ids.length === 0) return types;
  const branches = Object.entries(NODE_TYPES).map(
    ([type, node]) =>
      sql`select ${type}::text as type, id::text from (${node.ids(scope.team.id)}) found where id = any(${[...ids]}::uuid[])`,
  );
  for (const { type, id } of await run<{ type: TypeName; id: string }>(scope.db, join(branches, ' union all '))) {
    types.set(type, [...(types.get(type) ?? []), id]);
  }
  return types;
}
