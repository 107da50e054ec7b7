import { type Issue, ValidationError } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { FieldType } from '../../audience/attributes.ts';
import type { Terms } from '../../audience/import-terms.ts';
import type { List } from '../../audience/lists.ts';
import type { ValidatedRow } from '../../audience/subscribe-rows.ts';
import type { Detected } from '../encoding/detect-encoding.ts';
import type { Encoding } from '../encoding/encodings.ts';
import { areAddressLines, oneAddressPerRow } from './addresses.ts';
import { type ColumnFormat, findFormats } from './column-formats.ts';
import { type Column, readColumns } from './columns.ts';
import type { Delimiter } from './delimiter.ts';
import { findHeader, type Header } from './find-header.ts';
import { openTable } from './open-table.ts';
import type { readOptions } from './options.ts';
import type { CsvRow } from './read-rows.ts';
import { rowReader } from './row-reader.ts';

/** A file whose delimiter, encoding and columns are known from its beginning. */
export interface OpenCsv {
  delimiter: Delimiter;
  encoding(): Encoding;
  /** The detected encoding, as far as the file has been read; undefined if certain. */
  detected(): Detected | undefined;
  columns: (Column & ColumnFormat)[];
  hasHeader: boolean;
  warnings: string[];
  /** Questions that only the caller can answer. The file is not imported before. */
  problems: Issue[];
  terms: Terms;
  /** The rows below the header, in batches. */
  rows: AsyncGenerator<CsvRow[]>;
  validate(row: CsvRow): ValidatedRow | undefined;
  /** Releases a file whose rows are not read. */
  close(): Promise<unknown>;
}

/** Opens a file to be imported to a list. Throws ValidationError for a file that cannot be read. */
export async function openCsv(
  scope: Scope,
  list: List,
  bytes: AsyncIterable<Uint8Array>,
  given: ReturnType<typeof readOptions>,
): Promise<OpenCsv> {
  const table = await openTable(bytes, given);
  try {
    const types = await readTypes(scope);
    const mapping = given.mapping ?? {};
    const header = findHeader(table.sample, given.header, mapping);
    const areLines = !header.names && !given.mapping && areAddressLines(table.sample.slice(header.from));
    const rows = areLines ? oneAddressPerRow(table.rows(header.from)) : table.rows(header.from);
    const below = table.sample.slice(header.from);
    const sample = areLines ? below.map(({ row, cells }) => ({ row, cells: cells.slice(0, 1) })) : below;
    const { columns, warnings, problems } = readColumns(header.names, sample, { mapping }, new Set(types.keys()));
    const found = findFormats(columns, types, given.formats ?? {}, sample);
    if (found.issues.length > 0) throw new ValidationError(found.issues);
    const zone = await readZone(scope);
    const skipInvalid = given.onInvalid !== 'fail_row';
    const validate = rowReader(columns, {
      types,
      formats: found.byField,
      statuses: given.statuses ?? {},
      tags: given.tags ?? [],
      skipInvalid,
      zone,
      resubscribe: given.resubscribe ?? false,
      importUnsubscribed: given.importUnsubscribed ?? false,
      requiresConfirmation: list.requiresConfirmation,
    });
    const { delimiter, encoding, detected } = table;
    return {
      delimiter,
      encoding,
      detected,
      hasHeader: header.names !== undefined,
      validate,
      problems,
      rows,
      columns: columns.map((column, index) => ({ ...column, ...found.columns[index]! })),
      warnings: [
        ...titlesAbove(header),
        ...warnings,
        ...found.warnings,
        ...(NEVER_SUBSCRIBED.test(given.fileName ?? '') ? [NOT_ASKED] : []),
      ],
      terms: { confirmed: given.confirmed ?? false, consent: given.consent ?? null, skipInvalid },
      close: () => table.close(),
    };
  } catch (error) {
    await table.close();
    throw error;
  }
}

const titlesAbove = ({ names, hasTitles }: Header): string[] =>
  names && hasTitles ? [`Row ${names.row} has the column names. The rows above are left out.`] : [];

/** Only the name of this Mailchimp file distinguishes its people from subscribers. */
const NEVER_SUBSCRIBED = /^non.?subscribed/i;
const NOT_ASKED = 'The file name suggests an export of people who never subscribed. This import would subscribe them.';

/** The team's. */
async function readZone({ db, team }: Scope): Promise<string> {
  const { timezone } = await db.team.findUniqueOrThrow({ where: { id: team.id }, select: { timezone: true } });
  return timezone;
}

async function readTypes(scope: Scope): Promise<Map<string, FieldType>> {
  const where = { teamId: scope.team.id };
  const fields = await scope.db.contactField.findMany({ where, select: { key: true, type: true } });
  return new Map(fields.map(({ key, type }) => [key, type]));
}
