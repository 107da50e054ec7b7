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

/** The uses of a picture. */
export const findUses = async (scope: Scope, media: Pick<Media, 'folder'>): Promise<MediaUses> =>
  (await findUsesOfEach(scope, [media]))[0] as MediaUses;

/**
 * Finds the uses of each picture in one statement: its folder is random, so any text that contains it uses the picture or
 * one of its narrower versions, in any form of the address.
 */
export async function findUsesOfEach(
  { db, team }: Scope,
  media: readonly Pick<Media, 'folder'>[],
): Promise<MediaUses[]> {
  const rows = await run<MediaUse & { index: number; total: number }>(
    db,
    sql`select owner.index::int - 1 as index, used.kind, used.id, used.name, used.total
        from unnest(${media.map(({ folder }) => folder)}::text[]) with ordinality as owner(folder, index), lateral (
        select place, kind, id, name, count(*) over ()::int as total from (
          select 1 as place, 'template' as kind, t.id::text, t.name from templates t
          where t.team_id = ${team.id} and ${OF_TEMPLATE} @> array[owner.folder]
          union all
          select 2, 'campaign', c.id::text, c.name from campaigns c
          where c.team_id = ${team.id} and ${OF_CAMPAIGN} @> array[owner.folder]
          union all
          select 3, 'automation', a.id::text, a.name from automations a
          where a.team_id = ${team.id} and a.deleted_at is null and a.id in (
            select g.automation_id from mailings g where g.team_id = ${team.id} and ${OF_MAILING} @> array[owner.folder])
          union all
          select 4, 'brand', null, 'Brand of the team' from teams where id = ${team.id} and strpos(brand::text, owner.folder) > 0
        ) as found order by place, id desc limit ${SHOWN}) used order by owner.index, used.place, used.id desc`,
  );
  return media.map((_, index) => {
    const own = rows.filter((row) => row.index === index);
    return { total: own[0]?.total ?? 0, uses: own.map(({ kind, id, name }) => ({ kind, id, name })) };
  });
}
