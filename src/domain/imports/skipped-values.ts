import { run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { storable } from '../../validation/text.ts';
import type { RowResult, ValidatedRow } from '../audience/subscribe-rows.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import type { Column } from './csv/columns.ts';
import { readImport } from './imports.ts';

/** An invalid value that was left out of a row. */
export interface ImportSkippedValue {
  importId: string;
  /** Counts the values of the import from 1. */
  number: number;
  /** The number of the row in the file; the first row is 1. */
  row: number;
  email: string;
  /** The name of the column. */
  column: string;
  /** As sent, cut to 500 characters. */
  value: string;
  issue: Issue;
}

const LONGEST = 500;
/** The most values kept for an import. All are counted. */
const KEPT = 100_000;

interface Progress {
  columns: readonly Column[] | null;
  skippedValues: number;
}

/**
 * Stores the skipped values of a chunk's successful rows. `firstRow`: the chunk's position in the import. Returns how many
 * values.
 */
export async function storeSkippedValues(
  scope: Scope,
  importId: string,
  { columns, skippedValues }: Progress,
  firstRow: number,
  rows: readonly ValidatedRow[],
  results: readonly RowResult[],
): Promise<number> {
  const skipped = results.flatMap(({ index, email, skipped = [] }) =>
    skipped.map(({ path, problem, value }) => ({
      row: rows[index]?.row ?? firstRow + index,
      email: storable(email ?? ''),
      column: columnOf(path, columns ?? []),
      value: storable(value.slice(0, LONGEST)),
      issue: { path, problem },
    })),
  );
  const kept = skipped.slice(0, Math.max(0, KEPT - skippedValues));
  if (kept.length > 0) {
    const given = JSON.stringify(kept.map((value, index) => ({ ...value, number: skippedValues + index + 1 })));
    await run(
      scope.db,
      sql`insert into import_skipped_values (team_id, import_id, number, row_number, email, column_name, value, issue)
          select ${scope.team.id}, ${importId}::uuid, number, "row", email, "column", value, issue
          from jsonb_to_recordset(${given}::jsonb)
            as given(number int, "row" int, email text, "column" text, value text, issue jsonb)`,
    );
  }
  return skipped.length;
}

/** Columns that set several fields of a person. */
const SPREAD: Record<string, string> = { attributes: 'attributes', firstName: 'name', lastName: 'name' };

/** The name of the column that a value came from. */
export function columnOf([name, key]: Issue['path'], columns: readonly Column[]): string {
  const own =
    name === 'attributes' ? `attributes.${key}` : String(name).replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`);
  const column =
    columns.find(({ field }) => field === own) ?? columns.find(({ field }) => field === SPREAD[String(name)]);
  return column?.name ?? own;
}

/** A page of the skipped values, in file order. Throws NotFoundError for the import. */
export async function listSkippedValues(
  scope: Scope,
  importId: unknown,
  request: PageRequest,
): Promise<Page<ImportSkippedValue>> {
  const where = { teamId: scope.team.id, importId: (await readImport(scope, importId)).id };
  return readPage<ImportSkippedValue>(request, {
    number: 'number',
    find: async (args) => {
      const rows = await scope.db.importSkippedValue.findMany({ ...args, where: { ...args.where, ...where } });
      return rows as unknown as ImportSkippedValue[];
    },
    count: () => scope.db.importSkippedValue.count({ where }),
  });
}
