import { type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Page, PageRequest } from '../page.ts';
import { pagesOfOwners } from '../pages-of-owners.ts';
import { readSelection, selectSlice } from '../selection.ts';
import { readSubscribers, type Subscriber } from './subscribers.ts';

/**
 * A page of the subscribers with each tag, on any list and in any status, newest first, in the order of the tags. Two
 * statements for any number of tags. Throws ValidationError.
 */
export async function listTagged(
  scope: Scope,
  numbers: readonly number[],
  request: PageRequest,
): Promise<Page<Subscriber>[]> {
  const read = (ids: string[]) => readSubscribers(scope, ids);
  const [only, ...others] = numbers;
  // A statement with one tag is planned for it: a rare tag needs another index than a common one.
  if (only !== undefined && others.length === 0)
    return [await readSelection(scope, request, { ...taggedWith(scope, sql`${only}::int`), read })];
  const ofOwner = taggedWith(scope, sql`owner.number`);
  return pagesOfOwners<Subscriber>(scope, request, {
    owners: sql`unnest(${[...numbers]}::int[]) with ordinality as owner(number, index)`,
    count: numbers.length,
    part: (slice) => selectSlice(slice, ofOwner),
    placed: { id: sql`part.id` },
    all: sql`select count(*)::int from ${ofOwner.from} where ${ofOwner.where}`,
    read,
  });
}

const taggedWith = ({ team }: Scope, number: Sql) => ({
  from: sql`subscribers s`,
  id: sql`s.id`,
  where: sql`s.team_id = ${team.id} and s.tag_ids @> array[${number}]`,
});
