import { withCleanup } from '../../async/with-cleanup.ts';
import { isShared } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { EXPORT_FORMATS } from '../exports/export-subscribers.ts';
import { writeLine, writeSafeLine } from '../imports/csv/write-line.ts';
import { readActorNames } from './actor-names.ts';
import { type AuditEntry, type AuditFilters, auditWhere, refuseUnlessOwner } from './audit-entries.ts';

const ROWS = 1_000;

const rule = record({ format: oneOf(EXPORT_FORMATS).nullish() });

type Named = AuditEntry & { actorName: string | null };

/** What a column of the file holds. */
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
 * Exports the entries of the audit log that fit the filters, newest first, page by page: what is recorded meanwhile is not in it.
 * Yields the file in parts. Throws ForbiddenError, ValidationError.
 */
export async function exportAuditLog(
  scope: Scope,
  { format, ...filters }: AuditFilters & { format?: unknown },
): Promise<AsyncGenerator<string>> {
  refuseUnlessOwner(scope);
  if (!isShared(scope.db)) throw new ConflictError('An export cannot be part of a transaction.');
  const { format: asked } = parse(rule, { format });
  const pages = readInPages(scope, auditWhere(scope, filters));
  const first = await pages.next(); // read now, so that errors come before the answer begins
  const parts = write(asked === 'ndjson' ? jsonLine : csvLine, first.done ? [] : first.value, pages);
  return withCleanup(parts, () => pages.return(undefined));
}

/** From one id down to the next: no connection is held while a slow reader takes its time. */
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

async function* write(line: (entry: Named) => string, first: readonly Named[], pages: AsyncGenerator<Named[]>) {
  if (line === csvLine) yield writeLine(Object.keys(COLUMNS));
  if (first.length > 0) yield first.map(line).join('');
  for await (const page of pages) yield page.map(line).join('');
}

const jsonLine = (entry: Named): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(COLUMNS).map(([name, read]) => [name, read(entry)])))}\n`;

const csvLine = (entry: Named): string =>
  writeSafeLine(
    Object.values(COLUMNS).map((read) => {
      const value = read(entry);
      return Array.isArray(value) ? value.join(' ') : String(value ?? '');
    }),
  );
