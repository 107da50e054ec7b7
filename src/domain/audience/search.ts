import { join, type Sql, sql } from '../../database/connect.ts';

/** Must be identical to the expression of the search index (docs/adr/0017), or the index is not used. */
const TEXT = sql`lower(s.email || ' ' || coalesce(s.first_name, '') || ' ' || coalesce(s.last_name, ''))`;

/**
 * Predicate over `s`, a row of subscribers: every word occurs in the address or the names, in any case. % and _ match
 * themselves. A word contains no space, so it cannot match across two columns.
 */
export function matchesSearch(search: string): Sql {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql`true`;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return join(
    patterns.map((pattern) => sql`${TEXT} like lower(${pattern}::text)`),
    ' and ',
  );
}
