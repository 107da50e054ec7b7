import type { ImportTargetsQuery } from '../../../generated/dashboard/lists.ts';
import { type CsvColumn, keyOf } from './csv-preview.ts';

/** The fields that every person has, as files name them; the usual ones first. */
export const OWN_FIELDS = [
  ...(['email', 'first_name', 'last_name', 'name', 'tags', 'status'] as const),
  ...(['timezone', 'locale', 'subscribed_at', 'unsubscribed_at', 'opted_in_at', 'bounced_at'] as const),
  ...(['unsubscribe_reason', 'subscription_status', 'blocklisted', 'attributes'] as const),
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

/** Where all columns go, by what was chosen or else by what the server found. */
export const mappingOf = (
  columns: readonly CsvColumn[],
  chosen: Record<string, string | null> | undefined,
): Record<string, string | null> =>
  Object.fromEntries(
    columns.map((column, index) => {
      const key = keyOf(columns, index);
      return [key, chosen && key in chosen ? (chosen[key] ?? null) : column.field];
    }),
  );

/** The mapping after one column was put somewhere: no two columns go to the same field. */
export function moved(
  mapping: Record<string, string | null>,
  column: string,
  field: string | null,
): Record<string, string | null> {
  const others = Object.entries(mapping).map(([key, now]) => [key, now === field ? null : now] as const);
  return { ...Object.fromEntries(others), [column]: field };
}
