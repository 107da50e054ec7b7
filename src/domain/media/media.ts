import type { z } from 'zod';
import type { Media, Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { oneLine, optionalText, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';

export type { Media };

/** A narrower version of a picture. */
export interface Variant {
  file: string;
  width: number;
  height: number;
  /** In bytes. */
  size: number;
}

export const mediaName = () => oneLine(255);
export const altText = () => optionalText(text(500).transform((value) => value.trim()));

export const mediaChange = record({ name: mediaName().optional(), alt: altText() });

const columnsOf = columnsByField<z.output<typeof mediaChange>, Prisma.MediaUpdateManyMutationInput>({
  name: (name) => ({ name }),
  alt: (alt) => ({ alt }),
});

/** Changes the given fields. The address stays the same. Throws NotFoundError, ValidationError. */
export async function updateMedia(scope: Scope, id: unknown, input: unknown): Promise<Media> {
  const { id: known } = await readMedia(scope, id);
  const given = parse(mediaChange, input);
  const { count } = await scope.db.media.updateMany({
    where: { teamId: scope.team.id, id: known },
    data: { ...columnsOf(given), updatedAt: scope.now() },
  });
  if (count === 0) found(null);
  return readMedia(scope, known);
}

/** Returns one picture. Throws NotFoundError. */
export async function readMedia(scope: Scope, id: unknown): Promise<Media> {
  return found(await scope.db.media.findUnique({ where: { teamId_id: { teamId: scope.team.id, id: idOf(id) } } }));
}

/** Returns the team's media with these ids, in one statement. */
export const readMediaByIds = ({ db, team }: Scope, ids: readonly string[]): Promise<Media[]> =>
  db.media.findMany({ where: { teamId: team.id, id: { in: [...ids] } } });

export const variantsOf = ({ variants }: Pick<Media, 'variants'>): Variant[] => variants as unknown as Variant[];
