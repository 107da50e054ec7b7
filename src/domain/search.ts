import { join, type Sql, sql } from '../database/connect.ts';

/** Condition: a lower-case text contains every word of the search. Case does not matter; % and _ match themselves. */
export function containsWords(text: Sql, search: string): Sql {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql`true`;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return join(
    patterns.map((pattern) => sql`${text} like lower(${pattern}::text)`),
    ' and ',
  );
}
