import { ValidationError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

export const TAKEN = 'has already been taken.';

/** Runs a write. Throws ValidationError for `field` if the write violates a unique key. */
export async function catchDuplicate<Result>(field: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw taken(field);
    throw error;
  }
}

export const taken = (field: string): ValidationError => new ValidationError([{ path: [field], problem: TAKEN }]);
