import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';

/** Rows to a chunk: one transaction, short enough to wait for, long enough to be worth it. */
export const CHUNK = 500;

/** Rows as a chunk keeps them. */
export const chunkOf = (rows: readonly ValidatedRow[]): string => JSON.stringify(rows);

/** Puts the rows of an import where any worker of the installation finds them. */
export async function storeChunks(scope: Scope, importId: string, rows: readonly ValidatedRow[]): Promise<void> {
  const starts: number[] = [];
  const chunks: string[] = [];
  for (let at = 0; at < rows.length; at += CHUNK) {
    starts.push(at + 1);
    chunks.push(chunkOf(rows.slice(at, at + CHUNK)));
  }
  await run(
    scope.db,
    sql`insert into import_chunks (team_id, import_id, first_row, rows)
        select ${scope.team.id}, ${importId}::uuid, first_row, rows::json
        from unnest(${starts}::int[], ${chunks}::text[]) as given(first_row, rows)`,
  );
}

/** Takes out the chunk that begins with this row; nothing when there is none. */
export async function takeChunk(scope: Scope, importId: string, firstRow: number): Promise<ValidatedRow[] | undefined> {
  const [chunk] = await run<{ rows: ValidatedRow[] }>(
    scope.db,
    sql`delete from import_chunks
        where team_id = ${scope.team.id} and import_id = ${importId}::uuid and first_row = ${firstRow}
        returning rows`,
  );
  return chunk?.rows;
}

/** Throws away what an import will not do any more. */
export async function dropChunks(scope: Scope, importId: string): Promise<void> {
  await scope.db.importChunk.deleteMany({ where: { teamId: scope.team.id, importId } });
}
