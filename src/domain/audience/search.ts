import { type Sql, sql } from '../../database/connect.ts';
import { containsWords } from '../search.ts';

/** Must be identical to the expression of the search index (docs/adr/0017), or the index is not used. */
const TEXT = sql`lower(s.email || ' ' || coalesce(s.first_name, '') || ' ' || coalesce(s.last_name, ''))`;

/**
 * Condition: a row `s` of subscribers contains every word in its address or names. Words have no spaces, so no word matches
 * across two columns.
 */
export const matchesSearch = (search: string): Sql => containsWords(TEXT, search);
