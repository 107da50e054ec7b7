import { run, sql } from '../../../database/connect.ts';
import { isId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { type FieldType, readDeclaredFields } from '../../audience/attributes.ts';
import { findTags, slugOf } from '../../audience/tags.ts';

/** The names or ids that definitions refer to, by kind. */
export type Needs = { readonly [Kind in keyof References]: ReadonlySet<string> };

/** The references that exist. */
export interface References {
  /** Ids of templates by name. */
  templates: ReadonlyMap<string, string>;
  lists: ReadonlySet<string>;
  /** The list of each segment, by segment id. */
  segments: ReadonlyMap<string, string>;
  campaigns: ReadonlySet<string>;
  fields: ReadonlyMap<string, FieldType>;
  /** Internal ids of tags by slug. */
  tags: ReadonlyMap<string, number>;
  /** Names of recorded events. */
  events: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** No references. */
export const NO_NEEDS: Needs = {
  templates: NONE,
  lists: NONE,
  segments: NONE,
  campaigns: NONE,
  fields: NONE,
  tags: NONE,
  events: NONE,
};

/** Looks up the references of any number of definitions, with one statement for each kind. */
export async function findReferences(scope: Scope, needs: readonly Needs[]): Promise<References> {
  const { db, team } = scope;
  const all = <Kind extends keyof Needs>(kind: Kind): string[] => [
    ...new Set(needs.flatMap((some) => [...some[kind]])),
  ];
  const idsOf = (kind: keyof Needs) => all(kind).filter(isId);
  const templates = await rows(all('templates'), (names) =>
    db.template.findMany({ where: { teamId: team.id, name: { in: names } }, select: { id: true, name: true } }),
  );
  const lists = await rows(idsOf('lists'), (ids) =>
    run<{ id: string }>(db, sql`select id::text from lists where team_id = ${team.id} and id = any(${ids}::uuid[])`),
  );
  const segments = await rows(idsOf('segments'), (ids) =>
    run<{ id: string; list: string }>(
      db,
      sql`select id::text, list_id::text as list from segments where team_id = ${team.id} and id = any(${ids}::uuid[])`,
    ),
  );
  const campaigns = await rows(idsOf('campaigns'), (ids) =>
    run<{ id: string }>(
      db,
      sql`select id::text from campaigns where team_id = ${team.id} and id = any(${ids}::uuid[])`,
    ),
  );
  const events = await rows(all('events'), (names) =>
    run<{ name: string }>(
      db,
      sql`select asked.name from unnest(${names}::text[]) as asked(name) where exists (
            select from person_events e where e.team_id = ${team.id} and e.name = asked.name)`,
    ),
  );
  const fields = await readDeclaredFields(scope, all('fields'));
  const slugs = [...new Set(all('tags').map(slugOf))];
  return {
    templates: new Map(templates.map(({ id, name }) => [name, id])),
    lists: new Set(lists.map(({ id }) => id)),
    segments: new Map(segments.map(({ id, list }) => [id, list])),
    campaigns: new Set(campaigns.map(({ id }) => id)),
    fields: new Map(fields.map(({ key, type }) => [key, type])),
    tags: slugs.length > 0 ? await findTags(scope, slugs) : new Map(),
    events: new Set(events.map(({ name }) => name)),
  };
}

const rows = async <Row>(names: string[], read: (names: string[]) => Promise<Row[]>): Promise<Row[]> =>
  names.length > 0 ? read(names) : [];
