import { withCleanup } from '../../async/with-cleanup.ts';
import { isShared } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { EXPORT_FORMATS } from '../exports/export-subscribers.ts';
import { CSV_FORM, type CsvForm, cellsLine, type GivenCsvForm, headerLine } from '../imports/csv/csv-form.ts';
import { readActorNames } from './actor-names.ts';
import { type AuditEntry, type AuditFilters, auditWhere, refuseUnlessOwner } from './audit-entries.ts';

const ROWS = 1_000;

const rule = record({ format: oneOf(EXPORT_FORMATS).nullish(), ...CSV_FORM });

type Named = AuditEntry & { actorName: string | null };

/** The columns of the file. */
const COLUMNS: Readonly<Record<string, (entry: Named) => string | number | boolean | string[] | null>> = {
  created_at: ({ createdAt }) => createdAt.toISOString(),
  actor_kind: ({ actorKind }) => actorKind,
  actor: ({ actorId }) => actorId,
  actor_name: ({ actorName }) => actorName,
  action: ({ action }) => action,
  object_type: ({ objectType }) => objectType,
  object: ({ objectId }) => objectId,
  object_name: ({ objectName }) => objectName,
  fields: ({ fields }) => fields,
  count: ({ count }) => count,
  door: ({ door }) => door,
  address: ({ address }) => address,
  finished: ({ finished }) => finished,
  id: ({ id }) => id,
};

/**
 * Exports the audit log entries that match the filters, newest first, page by page, without entries recorded meanwhile.
 * Yields the file in parts. Throws ForbiddenError, ValidationError.
 */
export async function exportAuditLog(
  scope: Scope,
  { format, bom, delimiter, ...filters }: AuditFilters & { format?: unknown } & GivenCsvForm,
): Promise<AsyncGenerator<string>> {
  refuseUnlessOwner(scope);
  if (!isShared(scope.db)) throw new ConflictError('NOT_ALONE', 'Download the export in a separate request.');
  const { format: asked, ...form } = parse(rule, { format, bom, delimiter });
  const pages = readInPages(scope, auditWhere(scope, filters));
  const first = await pages.next(); // read now, so that errors come before the response begins
  const parts = write(asked === 'ndjson' ? undefined : form, first.done ? [] : first.value, pages);
  return withCleanup(parts, () => pages.return(undefined));
}

/** Pages by descending id: no connection is held while a slow client reads. */
async function* readInPages(scope: Scope, where: ReturnType<typeof auditWhere>): AsyncGenerator<Named[]> {
  let before: string | undefined;
  for (let size = ROWS; size === ROWS; ) {
    const rows = await scope.db.auditEntry.findMany({
      where: { AND: [where, before ? { teamId: scope.team.id, id: { lt: before } } : {}] },
      orderBy: { id: 'desc' },
      take: ROWS,
    });
    size = rows.length;
    before = rows.at(-1)?.id;
    const names = await readActorNames(scope, [...new Set(rows.map(({ actorId }) => actorId))]);
    if (size > 0) yield rows.map((row) => ({ ...row, actorName: names.get(row.actorId) ?? null }));
  }
}

/** Writes NDJSON unless a CSV form is given. */
async function* write(form: CsvForm | undefined, first: readonly Named[], pages: AsyncGenerator<Named[]>) {
  const line = form ? (entry: Named) => csvLine(entry, form) : jsonLine;
  if (form) yield headerLine(Object.keys(COLUMNS), form);
  if (first.length > 0) yield first.map(line).join('');
  for await (const page of pages) yield page.map(line).join('');
}

const jsonLine = (entry: Named): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(COLUMNS).map(([name, read]) => [name, read(entry)])))}\n`;

const csvLine = (entry: Named, form: CsvForm): string =>
  cellsLine(
    Object.values(COLUMNS).map((read) => {
      const value = read(entry);
      return Array.isArray(value) ? value.join(' ') : String(value ?? '');
    }),
    form,
  );
