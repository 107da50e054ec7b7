import { fieldErrors } from '../../client/field-errors.ts';
import type { MutationResult } from '../../client/use-mutation.ts';

const TRIES = 20;
const MAX_LENGTH = 255;

/** Creates something under a name, and where that is taken under the same name with a number. */
export async function underFreeName<Data>(
  name: string,
  create: (name: string) => Promise<MutationResult<Data>>,
): Promise<MutationResult<Data>> {
  let made: MutationResult<Data> = {};
  for (let number = 1; number <= TRIES; number++) {
    const ending = number === 1 ? '' : ` ${number}`;
    made = await create(name.slice(0, MAX_LENGTH - ending.length) + ending);
    if (!fieldErrors(made.error).name) break;
  }
  return made;
}
