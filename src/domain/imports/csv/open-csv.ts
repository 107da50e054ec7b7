import type { Scope } from '../../../scope.ts';
import type { FieldType } from '../../audience/attributes.ts';
import type { List } from '../../audience/lists.ts';
import type { ValidatedRow } from '../../audience/subscribe-rows.ts';
import { type Columns, readColumns } from './columns.ts';
import { decode, type Encoding } from './decode.ts';
import { type Delimiter, findDelimiter } from './delimiter.ts';
import type { readOptions } from './options.ts';
import { peek } from './peek.ts';
import { fileProblem } from './problem.ts';
import { type CsvRow, readRows } from './read-rows.ts';
import { rowReader } from './row-reader.ts';
import { unpack } from './unpack.ts';

/** A file whose delimiter, encoding and columns are known from its beginning. */
export interface OpenCsv extends Columns {
  delimiter: Delimiter;
  /** The encoding as far as is known: a later character may show that it is not UTF-8. */
  encoding(): Encoding;
  /** The rows below the header, in batches. */
  rows: AsyncGenerator<CsvRow[]>;
  validate(row: CsvRow): ValidatedRow | undefined;
}

const SAMPLE = 64 * 1024;

/** Opens a file to be imported to a list. Throws ValidationError for a file that cannot be read. */
export async function openCsv(
  scope: Scope,
  list: List,
  bytes: AsyncIterable<Uint8Array>,
  given: ReturnType<typeof readOptions>,
): Promise<OpenCsv> {
  const { encoding, text } = await decode(unpack(bytes), given.encoding ?? undefined);
  const { head, all } = await peek(text, SAMPLE);
  const delimiter = given.delimiter ?? findDelimiter(head.toString());
  const batches = readRows(all, delimiter);
  try {
    const { value: firstBatch = [] } = await batches.next();
    const [first] = firstBatch;
    if (!first) throw fileProblem('is empty.');
    const { mapping, header, tags, resubscribe } = given;
    const types = await readTypes(scope);
    const columns = readColumns(first, { mapping: mapping ?? {}, header }, new Set(types.keys()));
    const { requiresConfirmation } = list;
    const options = { tags: tags ?? [], resubscribe: resubscribe ?? false, requiresConfirmation, types };
    const validate = rowReader(columns.columns, options);
    return { ...columns, delimiter, encoding, rows: dataRows(firstBatch, batches, columns.hasHeader), validate };
  } catch (error) {
    await batches.return(undefined); // lets go of the upload, whose connection may serve another call
    throw error;
  }
}

async function* dataRows(firstBatch: CsvRow[], batches: AsyncGenerator<CsvRow[]>, hasHeader: boolean) {
  const first = firstBatch.slice(hasHeader ? 1 : 0);
  try {
    if (first.length > 0) yield first;
    for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
  } finally {
    await batches.return(undefined);
  }
}

async function readTypes(scope: Scope): Promise<Map<string, FieldType>> {
  const where = { teamId: scope.team.id };
  const fields = await scope.db.contactField.findMany({ where, select: { key: true, type: true } });
  return new Map(fields.map(({ key, type }) => [key, type]));
}
