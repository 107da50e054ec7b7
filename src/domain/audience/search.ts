import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * Subscribers whose address or names hold every one of the words, in any case. % and _ are themselves: to PostgreSQL,
 * and so to Prisma, they would stand for anything.
 */
export function holdsWords(search: string): Prisma.SubscriberWhereInput {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return {
    AND: words.map((word) => {
      const holds = { contains: word.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const;
      return { OR: [{ email: holds }, { firstName: holds }, { lastName: holds }] };
    }),
  };
}
