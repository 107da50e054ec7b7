import { empty, run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { type Page, type PageRequest, readPages } from '../page.ts';
import type { Definition } from './definition/definition.ts';

/** A version of an automation: its definition since some moment. */
export interface AutomationVersion {
  /** The automation's id, a dot and the version. */
  id: string;
  automationId: string;
  version: number;
  definition: Definition;
  createdAt: Date;
}

/** A page of each automation's versions, newest first, in the order of the ids. Throws ValidationError. */
export function listVersionsOf(
  { db, team }: Scope,
  ids: readonly string[],
  request: PageRequest,
): Promise<Page<AutomationVersion>[]> {
  const owners = sql`unnest(${[...ids]}::uuid[]) with ordinality as owner(id, index)`;
  return readPages<AutomationVersion>(request, {
    number: 'version',
    order: { ascending: false },
    find: async (_, { take, skip, upwards, cursor }) => {
      const side = upwards ? sql`>` : sql`<`;
      const rows = await run<AutomationVersion & { index: number }>(
        db,
        sql`select owner.index::int - 1 as index, owner.id::text as "automationId", part.*
            from ${owners}, lateral (
              select v.automation_id || '.' || version as id, version, definition, created_at as "createdAt" from automation_versions v
              where v.team_id = ${team.id} and v.automation_id = owner.id
                ${cursor ? sql`and version ${side} ${cursor[0]}::int` : empty}
              order by version ${upwards ? sql`asc` : sql`desc`} limit ${take} offset ${skip}) part
            order by owner.index, part.version ${upwards ? sql`asc` : sql`desc`}`,
      );
      return ids.map((_, at) => rows.flatMap(({ index, ...row }) => (index === at ? row : [])));
    },
    count: async () => {
      const rows = await run<{ count: number }>(
        db,
        sql`select (select count(*)::int from automation_versions v
                    where v.team_id = ${team.id} and v.automation_id = owner.id) as count
            from ${owners} order by owner.index`,
      );
      return rows.map(({ count }) => count);
    },
  });
}

/** Single versions of automations, in no particular order, in one statement. */
export const readVersions = (
  { db, team }: Scope,
  wanted: readonly Pick<AutomationVersion, 'automationId' | 'version'>[],
): Promise<AutomationVersion[]> =>
  run<AutomationVersion>(
    db,
    sql`select v.automation_id || '.' || v.version as id, v.automation_id::text as "automationId", v.version, v.definition, v.created_at as "createdAt"
        from automation_versions v
        join unnest(${wanted.map(({ automationId }) => automationId)}::uuid[], ${wanted.map(({ version }) => version)}::int[])
          as wanted(automation, version) on wanted.automation = v.automation_id and wanted.version = v.version
        where v.team_id = ${team.id}`,
  );

/** The number of active runs by version, in the order of the ids, in one statement. */
export async function countByVersion(
  { db, team }: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<number, number>[]> {
  const rows = await run<{ id: string; version: number; count: number }>(
    db,
    sql`select automation_id::text as id, version, count(*)::int as count from automation_runs
        where team_id = ${team.id} and automation_id = any(${[...ids]}::uuid[]) and state = 'active'
        group by automation_id, version`,
  );
  return ids.map((of) => new Map(rows.flatMap(({ id, version, count }) => (id === of ? [[version, count]] : []))));
}
