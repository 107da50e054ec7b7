import { z } from 'zod';
import { withCleanup } from '../../async/with-cleanup.ts';
import { isShared, type Sql, sql } from '../../database/connect.ts';
import { readInBatches } from '../../database/cursor.ts';
import { ConflictError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { isAbsent } from '../../validation/blank.ts';
import { idRule } from '../../validation/id.ts';
import { listOf, oneOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type List, readList } from '../audience/lists.ts';
import { shownAttributes } from '../audience/shown-attributes.ts';
import { found } from '../found.ts';
import { clearNumber } from '../imports/csv/clear-number.ts';
import { CSV_FORM, type CsvForm, cellsLine, type GivenCsvForm, headerLine } from '../imports/csv/csv-form.ts';
import { writeTags } from '../imports/csv/tags-cell.ts';
import { compile } from '../segments/compile.ts';
import { matching } from '../segments/counting.ts';
import { readSegmentContext } from '../segments/read-context.ts';
import { readSegment } from '../segments/segments.ts';
import { allOf, conditionsOf, SUBSCRIBER_FILTERS } from '../segments/subscriber-filter.ts';
import { allColumns, columnsNamed, type ExportColumn, type Exported, type Value } from './export-columns.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

const MAX_COLUMNS = 600;
const ROWS = 1_000;

const MAX_IDS = 1_000;

/** A list in an address may be one text. */
const byCommas = (value: unknown) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value);

const request = record({
  format: oneOf(EXPORT_FORMATS).nullish(),
  columns: z.preprocess(byCommas, listOf(text(100), 1, MAX_COLUMNS).nullish()),
  ids: z.preprocess(byCommas, listOf(idRule('a subscriber'), 1, MAX_IDS).nullish()),
  ...CSV_FORM,
});

const filters = record(SUBSCRIBER_FILTERS);

interface Given extends GivenCsvForm {
  format?: unknown;
  segmentId?: unknown;
  columns?: unknown;
  ids?: unknown;
  search?: unknown;
  filter?: { segmentId?: unknown } | null | undefined;
}

/**
 * Exports the subscribers of a list that are in a segment, match filters or have one of some ids, oldest first, from one
 * snapshot. Yields the file in parts.
 * Throws NotFoundError for the list or segment, ValidationError, and TooManyFilesError if too many exports are running.
 */
export async function exportSubscribers(scope: Scope, listId: unknown, given: Given): Promise<AsyncGenerator<string>> {
  if (!isShared(scope.db)) throw new ConflictError('NOT_ALONE', 'Download the export in a separate request.');
  const list = await readList(scope, listId);
  const filter = parse(filters, Object.assign({}, given.filter, { search: given.search }));
  const segmentId = given.segmentId ?? given.filter?.segmentId;
  const from = isAbsent(segmentId) ? inList(scope, list) : await inSegment(scope, list, segmentId);
  const { format, columns, ids, ...form } = parse(request, given);
  const chosenIds = ids ? [sql`s.id = any(${ids}::uuid[])`] : [];
  const predicate = allOf([from, ...(await conditionsOf(scope, filter)), ...chosenIds]);
  const keys = await fieldKeys(scope);
  const chosen = columns ? columnsNamed(columns, keys) : allColumns(keys);
  const batches = readInBatches<Exported>(scope.db, statement(scope, predicate), ROWS);
  const first = await batches.next(); // read now, so that errors come before the response begins
  const parts = write(format === 'ndjson' ? undefined : form, chosen, first.done ? [] : first.value, batches);
  return withCleanup(parts, () => batches.return(undefined));
}

const inList = (scope: Scope, list: List): Sql => sql`s.team_id = ${scope.team.id} and s.list_id = ${list.id}::uuid`;

async function inSegment(scope: Scope, list: List, segmentId: unknown): Promise<Sql> {
  const segment = await readSegment(scope, segmentId);
  found(segment.listId === list.id || null);
  const context = await readSegmentContext(scope, [list.id], [segment.conditions]);
  return matching(scope, list.id, compile(segment.conditions, context));
}

async function fieldKeys(scope: Scope): Promise<string[]> {
  const where = { teamId: scope.team.id };
  const fields = await scope.db.contactField.findMany({ where, select: { key: true }, orderBy: { key: 'asc' } });
  return fields.map(({ key }) => key);
}

const statement = ({ team }: Scope, predicate: Sql): Sql => sql`
  select s.id::text, s.email, s.first_name as "firstName", s.last_name as "lastName", s.timezone, s.locale,
         s.status::text as status, ${shownAttributes(sql`${team.id}`)} as attributes, s.subscribed_at as "subscribedAt",
         s.unsubscribed_at as "unsubscribedAt", s.created_at as "createdAt",
         array(select t.name from tags t where t.team_id = ${team.id} and t.id = any(s.tag_ids) order by t.name) as tags
  from subscribers s where ${predicate} order by s.id`;

/** Writes NDJSON unless a CSV form is given. */
async function* write(
  form: CsvForm | undefined,
  columns: ExportColumn[],
  first: Exported[],
  batches: AsyncGenerator<Exported[]>,
) {
  const line = form ? (row: Exported) => csvLine(columns, row, form) : (row: Exported) => jsonLine(columns, row);
  if (form)
    yield headerLine(
      columns.map(({ name }) => name),
      form,
    );
  if (first.length > 0) yield first.map(line).join('');
  for await (const rows of batches) yield rows.map(line).join('');
}

const jsonLine = (columns: ExportColumn[], row: Exported): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])))}\n`;

const csvLine = (columns: ExportColumn[], row: Exported, form: CsvForm): string =>
  cellsLine(
    columns.map(({ read }) => toCell(read(row))),
    form,
  );

function toCell(value: Value): string {
  if (value === null) return '';
  if (Array.isArray(value)) return writeTags(value);
  if (typeof value === 'number') return clearNumber(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
