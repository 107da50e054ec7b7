import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { normaliseEmail } from '../../validation/email.ts';
import { ERASED } from './erased.ts';

/** Chunks (about 500 rows each) that are read at a time. */
const TOGETHER = 50;

/** A row of an import that is not done yet: as it was sent, and as it was validated. */
interface WaitingRow {
  email: string | null;
  /** The number of the row in its file. */
  row?: number;
  value?: { email: string };
}

/** Erases an address from the waiting rows of imports, which will fail, and from the errors of all imports. */
export async function eraseImportRows(scope: Scope, email: string): Promise<void> {
  const hint = hintOf(email);
  for (let last: Chunk | undefined, more = true; more; ) {
    const chunks: Chunk[] = await readChunks(scope, hint, last);
    await writeChunks(
      scope,
      chunks.map((chunk) => withoutAddress(chunk, email)).filter((chunk) => chunk !== undefined),
    );
    last = chunks.at(-1);
    more = chunks.length === TOGETHER;
  }
  await eraseErrors(scope, email, hint);
}

/** Text, in lower case, that every spelling of the address contains. Only an ASCII local part has a single spelling. */
function hintOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@') + 1);
  return /^[!-~]+$/.test(local) ? local : '@';
}

interface Chunk {
  importId: string;
  firstRow: number;
  text: string;
}

const readChunks = (scope: Scope, hint: string, last?: Chunk) =>
  run<Chunk>(
    scope.db,
    sql`select import_id::text as "importId", first_row as "firstRow", rows::text as text from import_chunks
        where team_id = ${scope.team.id} and position(${hint} in lower(rows::text)) > 0
          and (import_id, first_row) > (${last?.importId ?? NONE}::uuid, ${last?.firstRow ?? 0}::int)
        order by import_id, first_row limit ${TOGETHER}`,
  );

const NONE = '00000000-0000-0000-0000-000000000000';

function withoutAddress(chunk: Chunk, email: string): Chunk | undefined {
  const rows = JSON.parse(chunk.text) as WaitingRow[];
  const isTheirs = (row: WaitingRow) => row.value?.email === email || normaliseEmail(row.email ?? '') === email;
  if (!rows.some(isTheirs)) return undefined;
  const erased = ({ row }: WaitingRow) => ({ email: null, row, issues: [{ path: ['email'], problem: ERASED }] });
  return { ...chunk, text: JSON.stringify(rows.map((row) => (isTheirs(row) ? erased(row) : row))) };
}

async function writeChunks(scope: Scope, chunks: Chunk[]): Promise<void> {
  if (chunks.length === 0) return;
  await run(
    scope.db,
    sql`update import_chunks c set rows = given.text::json
        from unnest(${chunks.map(({ importId }) => importId)}::uuid[], ${chunks.map(({ firstRow }) => firstRow)}::int[],
                    ${chunks.map(({ text }) => text)}::text[]) as given(import_id, first_row, text)
        where c.team_id = ${scope.team.id} and c.import_id = given.import_id and c.first_row = given.first_row
        returning c.first_row`,
  );
}

/** The row numbers and issues stay. */
async function eraseErrors(scope: Scope, email: string, hint: string): Promise<void> {
  const candidates = await run<{ email: string }>(
    scope.db,
    sql`select distinct email from import_errors
        where team_id = ${scope.team.id} and position(${hint} in lower(email)) > 0`,
  );
  const spellings = candidates.map((row) => row.email).filter((sent) => normaliseEmail(sent) === email);
  if (spellings.length === 0) return;
  await run(
    scope.db,
    sql`update import_errors set email = null
        where team_id = ${scope.team.id} and email = any(${spellings}::text[]) returning row_number`,
  );
}
