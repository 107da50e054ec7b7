import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { record, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { found } from '../found.ts';
import { type Media, readMedia } from './media.ts';
import { findUses, type MediaUses } from './where-used.ts';

const options = record({ force: yesOrNo().nullish() });

/**
 * Deletes a picture, whose address then stops working, even in sent messages. Throws NotFoundError, and ConflictError
 * naming its uses, unless `force` is true.
 */
export async function deleteMedia(scope: Scope, id: unknown, given: unknown): Promise<Media> {
  const { id: known } = await readMedia(scope, id);
  const { force } = parse(options, given);
  return transaction(scope, async (scope) => {
    const where = sql`team_id = ${scope.team.id} and id = ${known}::uuid`;
    const locked = await run(scope.db, sql`select from media where ${where} for update`);
    const media = await readMedia(scope, found(locked[0]) && known);
    const used = force ? { total: 0, uses: [] } : await findUses(scope, media);
    if (used.total > 0) throw new ConflictError('IN_USE', inUse(used));
    await run(scope.db, sql`delete from media where ${where}`);
    await run(
      scope.db,
      sql`insert into media_uploads (team_id, id, folder, digest, picture, remove_after)
          values (${scope.team.id}, ${known}::uuid, ${media.folder}, '', ${JSON.stringify({ size: media.size, variants: media.variants })}::jsonb, now())`,
    );
    return media;
  });
}

const NAMED = 5;

function inUse({ total, uses }: MediaUses): string {
  const named = uses
    .slice(0, NAMED)
    .map(({ kind, name }) => (kind === 'brand' ? 'the brand' : `the ${kind} "${name}"`));
  const more = total - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0];
  return `The image is used by ${list}. To delete it anyway, set force.`;
}
