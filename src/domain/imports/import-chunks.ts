import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';

/** Rows per chunk. A chunk is one transaction: short enough to wait for, large enough to be worth the overhead. */
export const CHUNK = 500;

/** Rows as a chunk stores them. */
export const chunkOf = (rows: readonly ValidatedRow[]): string => JSON.stringify(rows);

/** Stores the rows of an import in chunks, for any worker of the installation. */
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

/** Deletes the chunk that begins with this row and returns its rows, or undefined when there is none. */
export async function takeChunk(scope: Scope, importId: string, firstRow: number): Promise<ValidatedRow[] | undefined> {
  const [chunk] = await run<{ rows: ValidatedRow[] }>(
    scope.db,
    sql`delete from import_chunks
        where team_id = ${scope.team.id} and import_id = ${importId}::uuid and first_row = ${firstRow}
        returning rows`,
  );
  return chunk?.rows;
}

/** Deletes the chunks of an import that has ended. */
export async function dropChunks(scope: Scope, importId: string): Promise<void> {
  await scope.db.importChunk.deleteMany({ where: { teamId: scope.team.id, importId } });
}
