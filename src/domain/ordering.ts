import { type Sql, sql } from '../database/connect.ts';
import { oneOf, record } from '../validation/text.ts';
import { type CursorCodec, enumCodec, orNull, TEXT, TIME } from './cursor.ts';

/** A field by which a list can be sorted, before the id. Null counts as the smallest value. */
export interface OrderField {
  /** The property of the row. */
  key: string;
  codec: CursorCodec;
  /** The expression that PostgreSQL compares. */
  column: Sql;
  /** The value from a cursor as an expression comparable with `column`. */
  bind(value: unknown): Sql;
  nullable: boolean;
}

/** The order of a list: by a field, or by the id alone, which begins with the time of creation (UUID version 7). */
export interface Order {
  field?: OrderField & { name: string };
  ascending: boolean;
}

export const DIRECTIONS = ['asc', 'desc'] as const;

/** The value of `orderBy`. */
export interface OrderBy<Field extends string = string> {
  field: Field;
  direction: (typeof DIRECTIONS)[number];
}

/** The rule for `orderBy` with one of these fields. */
export const orderBy = <const Fields extends readonly [string, ...string[]]>(fields: Fields) =>
  record({ field: oneOf(fields), direction: oneOf(DIRECTIONS) }).nullish();

/** The order for `asked`. A field that is not in `fields` means creation. The default is newest first. */
export function orderOf(asked: OrderBy | null | undefined, fields: Readonly<Record<string, OrderField>>): Order {
  const field = asked ? fields[asked.field] : undefined;
  return {
    ascending: asked?.direction === 'asc',
    ...(asked && field && { field: { ...field, name: asked.field } }),
  };
}

/** Text, compared exactly. */
export const byText = (key: string, column: Sql): OrderField => ({
  key,
  column,
  codec: TEXT,
  nullable: false,
  bind: (value) => sql`${value}::text`,
});

/** A name, compared without case. */
export const byName = (key: string, column: Sql): OrderField => ({
  key,
  column: sql`lower(${column})`,
  codec: TEXT,
  nullable: false,
  bind: (value) => sql`lower(${value}::text)`,
});

export const byTime = (key: string, column: Sql): OrderField => ({
  key,
  column,
  codec: TIME,
  nullable: false,
  bind: (value) => sql`${value}::timestamptz`,
});

/** An enumeration, in the order of its values in the database. */
export const byEnum = (key: string, column: Sql, values: readonly string[], type: Sql): OrderField => ({
  key,
  column,
  codec: enumCodec(values),
  nullable: false,
  bind: (value) => sql`${value}::text::${type}`,
});

/** The same field, with null allowed. */
export const nullable = (field: OrderField): OrderField => ({ ...field, codec: orNull(field.codec), nullable: true });
