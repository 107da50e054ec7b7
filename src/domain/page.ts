import { type Issue, ValidationError } from '../errors.ts';
import { decodeCursor, encodeCursor, ID, type Key, NUMBER, TIME } from './cursor.ts';
import type { Order } from './ordering.ts';

/** The requested part of a list: Relay's arguments, plus `offset` for numbered pages. */
export interface PageRequest {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  offset?: number | null;
}

export interface Page<Row> {
  rows: Row[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  cursorOf(row: Row): string;
  /** Counts only when called: on a large list it costs more than the page. */
  total(): Promise<number>;
}

/** A page as arguments for Prisma. */
export interface Find {
  where: object;
  orderBy: object[];
  take: number;
  skip: number;
}

/** The same page for raw SQL: `keyset.ts` turns it into conditions. */
export interface Slice {
  take: number;
  skip: number;
  /** Smallest first. */
  upwards: boolean;
  /** The sort values of the row before the page. Absent for the first page. */
  cursor?: unknown[];
}

interface Ordered<Row> {
  /** The time that orders the list before the id does. Absent: by id, whose version 7 is the time of creation. */
  by?: keyof Row & string;
  /** A unique number that orders the list instead, the smallest first unless `order` says otherwise. */
  number?: keyof Row & string;
  /** The id that orders the list, if it is not `id`. */
  id?: keyof Row & string;
  /** The requested order. Orders by a field work only in raw SQL. */
  order?: Order;
  usual?: number;
  max?: number;
}

interface Source<Row> extends Ordered<Row> {
  find(args: Find, slice: Slice): Promise<Row[]>;
  count(): Promise<number>;
}

/** Several lists of which the same part is read: `find` returns the rows of each list, `count` their totals. */
interface Sources<Row> extends Ordered<Row> {
  find(args: Find, slice: Slice): Promise<Row[][]>;
  count(): Promise<number[]>;
}

/** The greatest offset that the database driver accepts. */
export const MAX_ROWS = 2 ** 31 - 1;

/** One page, newest first by default, by keyset (or offset). Throws ValidationError naming a bad argument. */
export async function readPage<Row extends object>(
  request: PageRequest,
  { find, count, ...ordered }: Source<Row>,
): Promise<Page<Row>> {
  const [page] = await readPages<Row>(request, {
    ...ordered,
    find: async (args, slice) => [await find(args, slice)],
    count: async () => [await count()],
  });
  return page as Page<Row>;
}

/** Reads the same part of several lists at once, in the order of the lists. The first `total()` counts all of them. */
export async function readPages<Row extends object>(
  request: PageRequest,
  { usual = 15, max = 100, find, count, ...ordered }: Sources<Row>,
): Promise<Page<Row>[]> {
  const { keys, ascending } = keysOf<Row>(ordered);
  const label = ordered.order?.field?.name;
  const { size, backwards, cursor, offset } = readRequest(request, usual, max, keys, label);
  const upwards = backwards !== ascending;
  const slice: Slice = { take: size + 1, skip: offset, upwards, ...(cursor && { cursor }) };
  const lists = await find(
    {
      where: cursor ? beyond(cursor, keys, upwards ? 'gt' : 'lt') : {},
      orderBy: keys.map(({ name }) => ({ [name]: upwards ? 'asc' : 'desc' })),
      take: slice.take,
      skip: slice.skip,
    },
    slice,
  );
  let counts: Promise<number[]> | undefined;
  return lists.map((rows, index) => {
    const more = rows.length > size;
    if (more) rows.pop();
    if (backwards) rows.reverse();
    return {
      rows,
      hasNextPage: backwards ? cursor !== undefined : more,
      hasPreviousPage: backwards ? more : cursor !== undefined || offset > 0,
      cursorOf: (row) => encodeCursor(row, keys, label),
      total: async () => {
        counts ??= count();
        return (await counts)[index] ?? 0;
      },
    };
  });
}

function keysOf<Row>({ by, number, id, order }: Ordered<Row>): { keys: Key[]; ascending: boolean } {
  if (number) return { keys: [{ name: number, codec: NUMBER }], ascending: order?.ascending ?? true };
  const first = order?.field ?? (by && { key: by, codec: TIME });
  const keys = [...(first ? [{ name: first.key, codec: first.codec }] : []), { name: id ?? 'id', codec: ID }];
  return { keys, ascending: order?.ascending ?? false };
}

function readRequest(request: PageRequest, usual: number, max: number, keys: Key[], label: string | undefined) {
  const issues: Issue[] = [];
  const whole = (name: 'first' | 'last' | 'offset', min: number, greatest: number) => {
    const value = request[name] ?? undefined;
    if (value === undefined || (Number.isInteger(value) && value >= min && value <= greatest)) return value;
    issues.push({ path: [name], problem: `must be an integer between ${min} and ${greatest}.` });
    return undefined;
  };
  const first = whole('first', 1, max);
  const last = whole('last', 1, max);
  const offset = whole('offset', 0, MAX_ROWS) ?? 0;
  const backwards = last !== undefined || (first === undefined && request.before != null);
  if (first !== undefined && last !== undefined) issues.push({ path: ['last'], problem: 'cannot be used with first.' });
  const side = backwards ? 'before' : 'after';
  const given = request[side] ?? undefined;
  const cursor = given === undefined ? undefined : decodeCursor(given, keys, label);
  if (given !== undefined && !cursor) issues.push({ path: [side], problem: FOREIGN });
  if (issues.length > 0) throw new ValidationError(issues);
  return { size: first ?? last ?? usual, backwards, cursor, offset };
}

const FOREIGN =
  'is not a cursor of this list. Send the endCursor or startCursor of one of its pages, with the same order.';

function beyond(cursor: unknown[], keys: Key[], side: 'lt' | 'gt'): object {
  const steps = keys.map(({ name }, depth) => ({
    ...Object.fromEntries(keys.slice(0, depth).map((key, index) => [key.name, cursor[index]])),
    [name]: { [side]: cursor[depth] },
  }));
  return steps.length === 1 ? steps[0]! : { OR: steps };
}
