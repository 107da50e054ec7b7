import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';

/** Rows in a chunk. A chunk is one transaction: short enough to wait for, large enough to be worth the overhead. */
export const CHUNK = 500;

/** A chunk of long rows has fewer of them. */
export const CHUNK_CHARACTERS = 4_000_000;

/** The stored form of a chunk's rows, or of the cells they were read from. */
export const chunkOf = (rows: readonly (ValidatedRow | string[])[]): string => JSON.stringify(rows);

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

/** Returns the rows of the chunk that begins with this row, or undefined if there is none. */
export async function readChunk(scope: Scope, importId: string, firstRow: number): Promise<ValidatedRow[] | undefined> {
  const [chunk] = await run<{ rows: ValidatedRow[] }>(
    scope.db,
    sql`select rows from import_chunks
        where team_id = ${scope.team.id} and import_id = ${importId}::uuid and first_row = ${firstRow}`,
  );
  return chunk?.rows;
}

/**
 * Returns the original cells of a chunk's rows: none for a row of an erased person, and for rows that came as JSON. Read
 * separately, because most chunks have no failed row.
 */
export async function readCells(scope: Scope, importId: string, firstRow: number): Promise<(string[] | null)[]> {
  const [chunk] = await run<{ cells: (string[] | null)[] | null }>(
    scope.db,
    sql`select cells from import_chunks
        where team_id = ${scope.team.id} and import_id = ${importId}::uuid and first_row = ${firstRow}`,
  );
  return chunk?.cells ?? [];
}

/** Deletes the chunks of an import that has ended. */
export async function dropChunks(scope: Scope, importId: string): Promise<void> {
  await scope.db.importChunk.deleteMany({ where: { teamId: scope.team.id, importId } });
}
