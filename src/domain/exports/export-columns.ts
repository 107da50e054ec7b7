import { ValidationError } from '../../errors.ts';
import { nearMissOf } from '../../near-miss.ts';
import type { JsonObject } from '../../validation/json.ts';

/** A subscriber as read for an export. */
export interface Exported {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  timezone: string | null;
  locale: string | null;
  status: string;
  tags: string[];
  attributes: JsonObject;
  subscribedAt: Date | null;
  unsubscribedAt: Date | null;
  createdAt: Date;
}

export type Value = string | number | boolean | null | object;

/** A column of an export: its name, and how to read its value. */
export interface ExportColumn {
  name: string;
  read(subscriber: Exported): Value;
}

const time = (moment: Date | null) => moment?.toISOString() ?? null;

const OWN: ExportColumn[] = [
  { name: 'email', read: ({ email }) => email },
  { name: 'first_name', read: ({ firstName }) => firstName },
  { name: 'last_name', read: ({ lastName }) => lastName },
  { name: 'timezone', read: ({ timezone }) => timezone },
  { name: 'locale', read: ({ locale }) => locale },
  { name: 'status', read: ({ status }) => status },
  { name: 'tags', read: ({ tags }) => tags },
  { name: 'subscribed_at', read: ({ subscribedAt }) => time(subscribedAt) },
  { name: 'unsubscribed_at', read: ({ unsubscribedAt }) => time(unsubscribedAt) },
  { name: 'created_at', read: ({ createdAt }) => time(createdAt) },
  { name: 'id', read: ({ id }) => id },
];

const attribute = (key: string): ExportColumn => ({
  name: `attributes.${key}`,
  read: ({ attributes }) => (Object.hasOwn(attributes, key) ? attributes[key]! : null),
});

/** The default columns of an export: all fields of a subscriber, and one column for each contact field. */
export const allColumns = (keys: readonly string[]): ExportColumn[] => [...OWN, ...keys.map(attribute)];

/**
 * Returns the columns with these names, in the same order; `keys` are those of the team's contact fields. Throws
 * ValidationError for each unknown name, suggesting the nearest one.
 */
export function columnsNamed(names: readonly string[], keys: readonly string[]): ExportColumn[] {
  const known = new Map(allColumns(keys).map((column) => [column.name, column]));
  const unknown = names.flatMap((name, index) =>
    known.has(name) ? [] : [{ path: ['columns', index], problem: problemWith(name, [...known.keys()]) }],
  );
  if (unknown.length > 0) throw new ValidationError(unknown);
  return names.map((name) => known.get(name)!);
}

function problemWith(name: string, known: readonly string[]): string {
  const nearest = nearMissOf(name, known) ?? nearMissOf(`attributes.${name}`, known);
  if (nearest) return `is the unknown column "${name}". Did you mean ${nearest}?`;
  return `is the unknown column "${name}". It must be one of ${OWN.map(({ name }) => name).join(', ')}, attributes.KEY.`;
}
