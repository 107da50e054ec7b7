import { type Sql, sql } from '../../database/connect.ts';

/** The blank characters at the ends of a text, as ECMAScript trims them: the database's own set depends on its locale. */
const BLANK =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Whether a text contains more than blanks. Null for null. */
export const hasWords = (text: Sql): Sql => sql`btrim(${text}, ${BLANK}::text) <> ''`;
