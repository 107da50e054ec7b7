import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { readTemplate } from './templates.ts';

export const TEMPLATE_USES = ['campaign', 'automation'] as const;

/** Something made with a template. */
export interface TemplateUse {
  kind: (typeof TEMPLATE_USES)[number];
  id: string;
  name: string;
  /** Whether it still needs the template. A sent campaign and an archived automation do not. */
  needed: boolean;
}

export interface TemplateUses {
  total: number;
  /** How many of them still need the template. */
  needed: number;
  /** The first hundred: those that still need it first, then the newest. */
  uses: TemplateUse[];
}

const SHOWN = 100;

/** The uses of a template. Throws NotFoundError. */
export async function readTemplateUses(scope: Scope, templateId: unknown): Promise<TemplateUses> {
  const [uses] = await findTemplateUses(scope, [await readTemplate(scope, templateId)]);
  return uses as TemplateUses;
}

/**
 * The uses of each template: campaigns that use it in their content or variants, and automations whose newest definition
 * names it, in one statement.
 */
export async function findTemplateUses(
  { db, team: { id: team } }: Scope,
  templates: readonly { id: string; name: string }[],
): Promise<TemplateUses[]> {
  const [ids, names] = [templates.map(({ id }) => id), templates.map(({ name }) => name)];
  const rows = await run<TemplateUse & { index: number; total: number; wanting: number }>(
    db,
    sql`select owner.index::int - 1 as index, used.kind, used.id, used.name, used.needed, used.total, used.wanting
        from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as owner(id, name, index), lateral (
        select kind, id, name, needed, count(*) over ()::int as total, count(*) filter (where needed) over ()::int as wanting from (
          select 'campaign' as kind, c.id::text, c.name, c.status in ('draft', 'scheduled')
            or (c.recurrence is not null and c.status in ('sending', 'paused')) as needed from campaigns c
          where c.team_id = ${team} and c.status <> 'deleting' and (c.template_id = owner.id
            or c.test -> 'variants' @> jsonb_build_array(jsonb_build_object('templateId', owner.id::text)))
          union all
          select 'automation', a.id::text, a.name, a.status <> 'archived' from automations a
          join automation_versions v on v.team_id = ${team} and v.automation_id = a.id and v.version = a.version
          where a.team_id = ${team} and a.deleted_at is null
            and jsonb_path_exists(v.definition, '$.**.template ? (@ == $name)', jsonb_build_object('name', owner.name))
        ) as found order by needed desc, id desc limit ${SHOWN}) used order by owner.index, used.needed desc, used.id desc`,
  );
  return templates.map((_, index) => {
    const own = rows.filter((row) => row.index === index);
    const uses = own.map(({ kind, id, name, needed }) => ({ kind, id, name, needed }));
    return { total: own[0]?.total ?? 0, needed: own[0]?.wanting ?? 0, uses };
  });
}
