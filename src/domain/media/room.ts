import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { pictureProblem } from './formats/picture.ts';
import type { StoredPicture } from './receive-upload.ts';

/** The first key of the advisory locks for counting uploads; the second is the team. */
const UPLOADS = 0x6d_65_64_69;
const MB = 1024 * 1024;

/** In bytes, with the narrower versions. */
const bytesOf = ({ size, variants }: Pick<StoredPicture, 'size' | 'variants'>): number =>
  variants.reduce((sum, variant) => sum + variant.size, size);

const ofVariants = (variants: Sql): Sql =>
  sql`coalesce((select sum((v.value ->> 'size')::bigint) from jsonb_array_elements(${variants}) v), 0)`;
const OF_MEDIA = sql`size + ${ofVariants(sql`variants`)}`;
/** Rows of pictures deleted by an older version have no size. */
const OF_UPLOADS = sql`coalesce((picture ->> 'size')::bigint, 0) + ${ofVariants(sql`coalesce(picture -> 'variants', '[]')`)}`;

/**
 * Counts an upload against the team's limit, one upload at a time, in a transaction. Files count from before they are
 * written until they are removed, so that parallel uploads or deletions cannot exceed the limit. Throws ValidationError for
 * a picture that does not fit into `most` bytes.
 */
export async function reserveRoom(
  db: Database,
  teamId: number,
  picture: Pick<StoredPicture, 'size' | 'variants'>,
  most: number,
): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(${UPLOADS}::int, ${teamId}::int)::text`);
  const [row] = await run<{ used: number }>(
    db,
    sql`select ((select coalesce(sum(${OF_MEDIA}), 0) from media where team_id = ${teamId})
          + (select coalesce(sum(${OF_UPLOADS}), 0) from media_uploads where team_id = ${teamId}))::float8 as used`,
  );
  const { used } = row as { used: number };
  if (used + bytesOf(picture) <= most) return;
  const had = Math.round((used / MB) * 10) / 10;
  throw pictureProblem(
    `does not fit. A team can store ${most / MB} MB of media; this team has ${had} MB. Delete unused media first.`,
  );
}
