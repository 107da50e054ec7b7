import { ValidationError } from '../../errors.ts';
import type { JsonObject } from '../../validation/json.ts';
import { FIELD_KEY } from '../audience/attributes.ts';

/** A subscriber as it is read for an export. */
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

/** The columns of an export that names none: all fields of a subscriber, and one column for each contact field. */
export const allColumns = (keys: readonly string[]): ExportColumn[] => [...OWN, ...keys.map(attribute)];

/** Returns the columns with these names, in the same order. Throws ValidationError for an unknown name. */
export function columnsNamed(names: readonly string[]): ExportColumn[] {
  return names.map((name, index) => {
    const own = OWN.find((column) => column.name === name);
    const [, key] = /^attributes\.(.+)$/.exec(name) ?? [];
    if (own) return own;
    if (key && FIELD_KEY.test(key)) return attribute(key);
    const problem = `must be one of ${OWN.map(({ name }) => name).join(', ')}, attributes.KEY.`;
    throw new ValidationError([{ path: ['columns', index], problem }]);
  });
}
