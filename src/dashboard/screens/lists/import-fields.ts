import type { ImportTargetsQuery } from '../../../generated/dashboard/lists.ts';
import { type CsvColumn, keyOf } from './csv-preview.ts';
import type { ColumnMapping } from './import-options.ts';

/** The fields that every person has, as files name them; the usual ones first. */
export const OWN_FIELDS = [
  ...(['email', 'first_name', 'last_name', 'name', 'tags', 'status'] as const),
  ...(['timezone', 'locale', 'subscribed_at', 'unsubscribed_at', 'opted_in_at', 'bounced_at'] as const),
  ...([
    'opted_in',
    'blocklisted',
    'subscription_status',
    'unsubscribe_reason',
    'bounce_reason',
    'suppressions',
  ] as const),
  'attributes' as const,
] as const;

/** Where a column can go. */
export interface Target {
  field: string;
  label: string;
}

/** The contact fields of the team as targets. */
export const contactTargets = (fields: ImportTargetsQuery['contactFields']['nodes']): Target[] =>
  fields.map(({ key, label }) => ({ field: `attributes.${key}`, label }));

/** The attribute that a column would become by its name, if none is declared for it. */
export function newTarget({ name }: CsvColumn): string | undefined {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 64);
  return key ? `attributes.${key}` : undefined;
}

/** Fields that several columns may fill: each restricts who may receive e-mails. */
const SHARED: ReadonlySet<string | null> = new Set([
  ...['status', 'subscription_status', 'opted_in', 'blocklisted', 'unsubscribed_at', 'bounced_at'],
  ...['unsubscribe_reason', 'bounce_reason', 'suppressions'],
]);

/** The field of each column, chosen by the user or detected by the server. Columns with an open question stay undecided. */
export const mappingOf = (
  columns: readonly CsvColumn[],
  chosen: ColumnMapping | undefined,
  asked: ReadonlySet<string>,
): ColumnMapping =>
  Object.fromEntries(
    columns.map((column, index) => {
      const key = keyOf(columns, index);
      const isChosen = chosen?.[key] !== undefined;
      return [key, isChosen ? chosen[key] : asked.has(key) ? undefined : column.field];
    }),
  );

/** The mapping after one column was put somewhere: no two columns go to the same field, but to one that may be shared. */
export function moved(mapping: ColumnMapping, column: string, field: string | null): ColumnMapping {
  const isShared = field === null || SHARED.has(field);
  const others = Object.entries(mapping).map(([key, now]) => [key, now === field && !isShared ? null : now] as const);
  return { ...Object.fromEntries(others), [column]: field };
}
