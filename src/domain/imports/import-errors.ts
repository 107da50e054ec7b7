import { run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { normaliseEmail } from '../../validation/email.ts';
import { storable } from '../../validation/text.ts';
import type { RowResult, ValidatedRow } from '../audience/subscribe-rows.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { findErased } from '../privacy/erased.ts';
import { readCells } from './import-chunks.ts';
import { readImport } from './imports.ts';

export interface ImportError {
  importId: string;
  /** The number of the row in the file; the first row is 1. */
  row: number;
  /** As sent. Null once the person is erased. */
  email: string | null;
  issues: Issue[];
}

/** How many errors are shown with the import itself. `listImportErrors` returns all of them. */
const FIRST = 100;

/** Stores the failed results of a chunk. `firstRow`: the chunk's position in the import. */
export async function storeErrors(
  scope: Scope,
  importId: string,
  firstRow: number,
  rows: readonly ValidatedRow[],
  results: readonly RowResult[],
): Promise<void> {
  const failures = results.filter(({ issues }) => issues);
  if (failures.length === 0) return;
  const cells = await readCells(scope, importId, firstRow);
  const erased = await findErased(
    scope,
    failures.map(({ email }) => addressOf(email)),
  );
  const failed = failures.map(({ index, email, issues }) => {
    const isErased = erased.has(addressOf(email));
    return {
      row: rows[index]?.row ?? firstRow + index,
      email: email === null || isErased ? null : storable(email),
      issues,
      cells: isErased ? [] : (cells[index] ?? []).map(storable),
    };
  });
  await run(
    scope.db,
    sql`insert into import_errors (team_id, import_id, row_number, email, issues, cells)
        select ${scope.team.id}, ${importId}::uuid, given."row", email, issues, cells
        from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb)
          as given("row" int, email text, issues jsonb, cells text[])`,
  );
}

const addressOf = (sent: string | null): string => normaliseEmail(sent ?? '') ?? '';

/** A page of the failed rows, ordered by row number. Throws NotFoundError for the import. */
export async function listImportErrors(
  scope: Scope,
  importId: unknown,
  request: PageRequest,
): Promise<Page<ImportError>> {
  const where = { teamId: scope.team.id, importId: (await readImport(scope, importId)).id };
  return readPage<ImportError>(request, {
    number: 'row',
    find: async (args) => {
      const rows = await scope.db.importError.findMany({ ...args, where: { ...args.where, ...where } });
      return rows as unknown as ImportError[];
    },
    count: () => scope.db.importError.count({ where }),
  });
}

/** Returns the first 100 errors of each import, in one statement. */
export async function readFirstErrors(scope: Scope, importIds: readonly string[]): Promise<Map<string, ImportError[]>> {
  const rows = await run<ImportError>(
    scope.db,
    sql`select i.id::text as "importId", e.row_number as "row", e.email, e.issues
        from imports i, lateral (
          select * from import_errors e where e.team_id = i.team_id and e.import_id = i.id
          order by e.row_number limit ${FIRST}) e
        where i.team_id = ${scope.team.id} and i.id = any(${[...importIds]}::uuid[])
        order by i.id, e.row_number`,
  );
  const errors = new Map<string, ImportError[]>(importIds.map((id) => [id, []]));
  for (const error of rows) errors.get(error.importId)?.push(error);
  return errors;
}
