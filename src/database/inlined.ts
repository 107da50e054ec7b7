import pg from 'pg';
import type { Sql } from './connect.ts';

/**
 * The text of a statement with its values inlined, for a distributed database, where a cursor with parameters does not find its
 * team's machine. The values are untyped like parameters: PostgreSQL infers their types from the context.
 */
export const inlined = ({ text, values }: Sql): string =>
  text.replace(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]));

const literal = (value: unknown): string => (value == null ? 'null' : pg.escapeLiteral(written(value)));

function written(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(element).join()}}`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const element = (value: unknown): string =>
  value == null ? 'null' : Array.isArray(value) ? written(value) : `"${written(value).replace(/["\\]/g, '\\$&')}"`;
