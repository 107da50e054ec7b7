import { join, run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';
import { withoutErasing } from '../erasure-lock.ts';
import type { OpenCsv } from './csv/open-csv.ts';
import { fileProblem } from './csv/problem.ts';
import type { CsvRow } from './csv/read-rows.ts';
import { CHUNK, CHUNK_CHARACTERS, chunkOf } from './import-chunks.ts';

const MAX_ROWS = 20_000_000;

/** If nothing is stored for this long, the process that receives the file counts as dead. */
export const UPLOAD_SECONDS = 120;

/**
 * Chunks in one transaction, fewer for long rows: a transaction costs a fifth of a chunk, and the next rows are read
 * meanwhile.
 */
const CHUNKS_AT_ONCE = 4;

/** A file that arrives slowly is stored before the process would count as dead. */
const LATEST_MS = (UPLOAD_SECONDS * 1_000) / 4;

interface StoredChunk {
  firstRow: number;
  size: number;
  rows: string;
  cells: string;
}

/**
 * Stores the rows of a file as they arrive, and continues reading meanwhile. Returns the number of rows. Throws errors of
 * reading the file, and ConflictError if the import ended meanwhile.
 */
export async function storeFile(scope: Scope, importId: string, first: CsvRow[], file: OpenCsv): Promise<number> {
  let rows: ValidatedRow[] = [];
  let cells: string[][] = [];
  let characters = 0;
  let chunks: StoredChunk[] = [];
  let total = 0;
  let storedAt = performance.now();
  let storing: Promise<void> = Promise.resolve();

  const endChunk = () => {
    chunks.push({ firstRow: total + 1, size: rows.length, rows: chunkOf(rows), cells: chunkOf(cells) });
    total += rows.length;
    if (total > MAX_ROWS) throw fileProblem(`has more than ${MAX_ROWS} rows.`);
    [rows, cells] = [[], []];
  };
  const store = async () => {
    await storing;
    storing = append(scope, importId, chunks);
    storing.catch(() => {}); // the next await throws it
    [chunks, characters] = [[], 0];
    storedAt = performance.now();
  };
  const take = async (batch: CsvRow[]) => {
    for (const row of batch) {
      const validated = file.validate(row);
      if (!validated) continue;
      rows.push(validated);
      cells.push(row.cells);
      for (const cell of row.cells) characters += cell.length;
      const isDue = characters > CHUNK_CHARACTERS || performance.now() - storedAt > LATEST_MS;
      if (rows.length === CHUNK || isDue) endChunk();
      if (chunks.length === CHUNKS_AT_ONCE || isDue) await store();
    }
  };

  await take(first);
  for await (const batch of file.rows) await take(batch);
  if (rows.length > 0) endChunk();
  if (chunks.length > 0) await store();
  await storing;
  return total;
}

/** Throws ConflictError if the import no longer accepts rows. */
function append(scope: Scope, importId: string, chunks: readonly StoredChunk[]): Promise<void> {
  const added = chunks.reduce((sum, { size }) => sum + size, 0);
  const given = chunks.map(({ firstRow, rows, cells }) => sql`(${firstRow}::int, ${rows}::json, ${cells}::json)`);
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const stored = await run(
      scope.db,
      sql`with live as (
          update imports set total = total + ${added}, lease_until = now() + make_interval(secs => ${UPLOAD_SECONDS})
          where team_id = ${scope.team.id} and id = ${importId}::uuid and held and finished_at is null
          returning team_id, id)
        insert into import_chunks (team_id, import_id, first_row, rows, cells)
        select team_id, id, first_row, rows, cells
        from live cross join (values ${join(given)}) as given(first_row, rows, cells) returning 1`,
    );
    if (stored.length === 0) throw new ConflictError('ENDED', 'The import ended before its file was complete.');
  });
}
