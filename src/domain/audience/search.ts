import { type Sql, sql } from '../../database/connect.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * Subscribers whose address or names hold every one of the words, in any case. % and _ are themselves: to PostgreSQL,
 * and so to Prisma, they would stand for anything.
 */
export function holdsWords(search: string): Prisma.SubscriberWhereInput {
  return {
    AND: wordsOf(search).map((word) => {
      const holds = { contains: word.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const;
      return { OR: [{ email: holds }, { firstName: holds }, { lastName: holds }] };
    }),
  };
}

/** The same as a predicate over `s`, a row of subscribers. No word has a space in it, so none reaches over two columns. */
export const holdsWordsSql = (search: string): Sql => sql`not exists (
  select from unnest(${wordsOf(search)}::text[]) word
  where position(lower(word) in lower(concat_ws(' ', s.email, s.first_name, s.last_name))) = 0)`;

const wordsOf = (search: string): string[] => search.split(/\s+/).filter((word) => word !== '');
