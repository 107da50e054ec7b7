import { fieldErrors } from '../../client/field-errors.ts';
import type { Changed } from '../../client/use-change.ts';

const TRIES = 20;
const LONGEST = 255;

/** Creates something under a name, and where that is taken under the same name with a number. */
export async function underFreeName<Data>(
  name: string,
  create: (name: string) => Promise<Changed<Data>>,
): Promise<Changed<Data>> {
  let made: Changed<Data> = {};
  for (let number = 1; number <= TRIES; number++) {
    const ending = number === 1 ? '' : ` ${number}`;
    made = await create(name.slice(0, LONGEST - ending.length) + ending);
    if (!fieldErrors(made.error).name) break;
  }
  return made;
}
