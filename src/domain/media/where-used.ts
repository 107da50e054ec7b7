import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { type Media, readMedia } from './media.ts';

export const MEDIA_USES = ['template', 'campaign', 'automation', 'brand'] as const;

/** A use of a picture. */
export interface MediaUse {
  kind: (typeof MEDIA_USES)[number];
  /** Of the template, campaign or automation. Null for the brand of the team. */
  id: string | null;
  name: string;
}

export interface MediaUses {
  total: number;
  /** The first hundred: templates, then campaigns that were sent or have started, and automations. */
  uses: MediaUse[];
}

const SHOWN = 100;

/** The uses of a picture. Throws NotFoundError. */
export const readMediaUses = async (scope: Scope, id: unknown): Promise<MediaUses> =>
  findUses(scope, await readMedia(scope, id));

/** The searched text of a template `t`, a campaign `c` and an automation e-mail `g`: exactly as in the indexes of migrations 0152 and 0242. */
const OF_TEMPLATE = sql`media_folders(t.content || ' ' || coalesce(t.styles, '') || ' ' || t.locale_variants::text)`;
const OF_CAMPAIGN = sql`media_folders(coalesce(c.content::text, '') || ' ' || coalesce(c.variant_contents::text, ''))`;
const OF_MAILING = sql`media_folders(coalesce(g.content::text, ''))`;

/**
 * Finds the uses of a picture in one statement: its folder is random, so any text that contains it uses the picture or one
 * of its narrower versions, in any form of the address.
 */
export async function findUses({ db, team }: Scope, { folder }: Pick<Media, 'folder'>): Promise<MediaUses> {
  const rows = await run<MediaUse & { total: number }>(
    db,
    sql`select kind, id, name, count(*) over ()::int as total from (
          select 1 as place, 'template' as kind, t.id::text, t.name from templates t
          where t.team_id = ${team.id} and ${OF_TEMPLATE} @> array[${folder}::text]
          union all
          select 2, 'campaign', c.id::text, c.name from campaigns c
          where c.team_id = ${team.id} and ${OF_CAMPAIGN} @> array[${folder}::text]
          union all
          select 3, 'automation', a.id::text, a.name from automations a
          where a.team_id = ${team.id} and a.deleted_at is null and a.id in (
            select g.automation_id from mailings g where g.team_id = ${team.id} and ${OF_MAILING} @> array[${folder}::text])
          union all
          select 4, 'brand', null, 'Brand of the team' from teams where id = ${team.id} and strpos(brand::text, ${folder}) > 0
        ) as used order by place, id desc limit ${SHOWN}`,
  );
  return { total: rows[0]?.total ?? 0, uses: rows.map(({ kind, id, name }) => ({ kind, id, name })) };
}
