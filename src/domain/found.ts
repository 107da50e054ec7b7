import { NotFoundError } from '../errors.ts';
import { isId } from '../ids.ts';

/** Returns the row, or throws NotFoundError: another team's row, an unknown id and a malformed id all look the same. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new NotFoundError();
  return row;
}

/** Returns the id in normal form. Throws NotFoundError for anything that is not an id, before PostgreSQL sees it. */
export function idOf(value: unknown): string {
  if (!isId(value)) throw new NotFoundError();
  return value.toLowerCase();
}

/** Returns the result, or null if it throws NotFoundError. */
export async function orNull<Row>(reading: Promise<Row>): Promise<Row | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
