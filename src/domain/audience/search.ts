import { join, type Sql, sql } from '../../database/connect.ts';

/** As the index for searching has it (docs/adr/0017): said in other words, the index would not be used. */
const TEXT = sql`lower(s.email || ' ' || coalesce(s.first_name, '') || ' ' || coalesce(s.last_name, ''))`;

/**
 * That a row `s` of subscribers holds every one of the words in its address or names, in any case. % and _ are
 * themselves. No word has a space in it, so none reaches over two columns.
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
