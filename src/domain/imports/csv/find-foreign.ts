import { wordOf } from '../../../validation/word-of.ts';
import { holdsAddresses } from './addresses.ts';
import type { Column } from './columns.ts';
import { ADDRESS_NAMES, FIELD_NAMES, FIRST_NAMES_BESIDE_NAME, PART_OF_NAME } from './header-names.ts';
import { plainName } from './plain-name.ts';
import type { CsvRow } from './read-rows.ts';

/**
 * Finds the fields of columns with the names of other products and languages. Returns the columns that yielded to one with
 * a better name for the same field.
 */
export function findForeign(
  columns: readonly Column[],
  mapped: ReadonlySet<Column>,
  sample: readonly CsvRow[],
  keys: ReadonlySet<string>,
): Column[] {
  const taken = new Set(columns.flatMap(({ field }) => field ?? []));
  const free = columns.filter(
    (column) => column.field === null && !mapped.has(column) && !keys.has(wordOf(column.name)),
  );
  const giveWay: Column[] = [];
  const take = (field: string, ranks: ReadonlyMap<string, number>) => {
    const candidates = free.filter(({ field, name }) => field === null && ranks.has(plainName(name)));
    const rank = ({ name }: Column) => ranks.get(plainName(name))!;
    const best = taken.has(field) ? [] : bestOf(candidates, rank);
    for (const column of candidates) {
      if (best.includes(column)) column.field = field;
      else giveWay.push(column);
    }
    if (best.length > 0) taken.add(field);
  };
  // A column whose name does not guarantee addresses must contain some; if any column contains addresses, all candidates
  // must.
  const holds = new Set(columns.filter((_, index) => holdsAddresses(sample, index)).map(({ name }) => plainName(name)));
  const isAnyHeld = [...holds].some((name) => ADDRESS_NAMES.has(name));
  const holding = new Map([...ADDRESS_NAMES].filter(([name, rank]) => holds.has(name) || (rank === 0 && !isAnyHeld)));
  take('email', holding);
  for (const [field, ranks] of FIELD_NAMES) {
    if (field !== 'name') take(field, ranks);
    else takeName(ranks);
  }
  return giveWay;

  /** A `Name` is the full name, or the part that no other column has. */
  function takeName(ranks: ReadonlyMap<string, number>) {
    const isPart = ({ name }: Column) => PART_OF_NAME.has(plainName(name));
    const beside = columns.some(
      ({ field, name }) => field === 'first_name' && FIRST_NAMES_BESIDE_NAME.has(plainName(name)),
    );
    const other = free.find((column) => column.field === null && ranks.has(plainName(column.name)));
    if (taken.has('last_name') && !taken.has('first_name')) return take('first_name', ranks);
    if (beside && !taken.has('last_name') && other && isPart(other)) return take('last_name', ranks);
    if (taken.has('first_name')) taken.add('name');
    return take('name', ranks);
  }
}

/** The candidates with the best name; several if they are equally good. */
function bestOf(candidates: readonly Column[], rank: (column: Column) => number): Column[] {
  const best = Math.min(...candidates.map(rank));
  return candidates.filter((column) => rank(column) === best);
}
