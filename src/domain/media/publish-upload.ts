import { run, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { type Media, readMedia } from './media.ts';
import type { MediaStore } from './media-store.ts';
import { type Received, receiveUpload, type StoredPicture } from './receive-upload.ts';

/** An uploaded picture, or the team's existing copy of it. */
export interface Published {
  media: Media;
  isNew: boolean;
}

/** Receives a picture and publishes it. Throws ValidationError. */
export async function uploadMedia(scope: Scope, store: MediaStore, input: unknown): Promise<Published> {
  const { id } = await receiveUpload(scope, store, input);
  return publishUpload(scope, id);
}

/**
 * Publishes a received picture as the team's, or returns the team's existing copy. Throws NotFoundError if it was neither
 * received nor published.
 */
export async function publishUpload(scope: Scope, id: unknown): Promise<Published> {
  const known = idOf(id);
  return transaction(scope, async (scope) => {
    const upload = await lockUpload(scope, known);
    if (!upload) return { media: await readMedia(scope, known), isNew: false };
    const { digest, folder, picture } = upload;
    const { type, size, width, height, frames, file, variants, name, alt } = picture;
    const made = await run(
      scope.db,
      sql`insert into media (team_id, id, digest, folder, file, type, size, width, height, frames, name, alt, variants)
          values (${scope.team.id}, ${known}::uuid, ${digest}, ${folder}, ${file}, ${type}, ${size}, ${width}, ${height},
                  ${frames}, ${name}, ${alt}, ${JSON.stringify(variants)}::jsonb)
          on conflict (team_id, digest) do nothing returning 1`,
    );
    if (made.length === 0) {
      await discardUpload(scope, known); // another request published the same picture first
      const where = { teamId_digest: { teamId: scope.team.id, digest } };
      return { media: found(await scope.db.media.findUnique({ where })), isNew: false };
    }
    await run(scope.db, sql`delete from media_uploads where team_id = ${scope.team.id} and id = ${known}::uuid`);
    return { media: await readMedia(scope, known), isNew: true };
  });
}

/** Discards a received picture: its files are removed soon. Published pictures stay. Throws NotFoundError. */
export async function discardUpload(scope: Scope, id: unknown): Promise<{ id: string }> {
  const where = sql`team_id = ${scope.team.id} and id = ${idOf(id)}::uuid`;
  const [discarded] = await run<{ id: string }>(
    scope.db,
    sql`with discarded as (update media_uploads set remove_after = now() where ${where} returning id)
        select id::text from discarded union select id::text from media where ${where}`,
  );
  return found(discarded);
}

type Upload = Pick<Received, 'digest'> & { folder: string; picture: StoredPicture };

/** Undefined if it is published, or about to be removed. */
async function lockUpload(scope: Scope, id: string): Promise<Upload | undefined> {
  const [row] = await run<Upload>(
    scope.db,
    sql`select digest, folder, picture from media_uploads
        where team_id = ${scope.team.id} and id = ${id}::uuid and digest <> '' and remove_after > now() for update`,
  );
  return row;
}
