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

/**
 * Campaigns that use the template in their content or variants, and automations whose newest definition names it, in one
 * statement. Throws NotFoundError.
 */
export async function readTemplateUses(scope: Scope, templateId: unknown): Promise<TemplateUses> {
  const { id, name } = await readTemplate(scope, templateId);
  const team = scope.team.id;
  const rows = await run<TemplateUse & { total: number; wanting: number }>(
    scope.db,
    sql`select kind, id, name, needed, count(*) over ()::int as total, count(*) filter (where needed) over ()::int as wanting from (
          select 'campaign' as kind, c.id::text, c.name, c.status in ('draft', 'scheduled')
            or (c.recurrence is not null and c.status in ('sending', 'paused')) as needed from campaigns c
          where c.team_id = ${team} and c.status <> 'deleting' and (c.template_id = ${id}::uuid
            or c.test -> 'variants' @> jsonb_build_array(jsonb_build_object('templateId', ${id}::text)))
          union all
          select 'automation', a.id::text, a.name, a.status <> 'archived' from automations a
          join automation_versions v on v.team_id = ${team} and v.automation_id = a.id and v.version = a.version
          where a.team_id = ${team} and a.deleted_at is null
            and jsonb_path_exists(v.definition, '$.**.template ? (@ == $name)', jsonb_build_object('name', ${name}::text))
        ) as used order by needed desc, id desc limit ${SHOWN}`,
  );
  const [first] = rows;
  return {
    total: first?.total ?? 0,
    needed: first?.wanting ?? 0,
    uses: rows.map(({ kind, id, name, needed }) => ({ kind, id, name, needed })),
  };
}
