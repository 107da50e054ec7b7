import { type Issue, ValidationError } from '../errors.ts';
import { isId } from '../ids.ts';
import { readDateTime } from '../rules/time.ts';

/** What part of a list is asked for: Relay's arguments, plus `offset` for numbered pages. */
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

interface Find {
  where: object;
  orderBy: object[];
  take: number;
  skip: number;
}

interface Source<Row extends { id: string }> {
  /** The time that orders the list before the id does. Absent: by id, whose version 7 is the time of creation. */
  by?: keyof Row & string;
  usual?: number;
  most?: number;
  find(args: Find): Promise<Row[]>;
  count(): Promise<number>;
}

/** The greatest offset that the database driver takes. */
export const MOST_ROWS = 2 ** 31 - 1;

/** One page, newest first, by keyset (or offset). Throws ValidationError naming the argument that cannot be used. */
export async function readPage<Row extends { id: string }>(
  request: PageRequest,
  { by, usual = 15, most = 100, find, count }: Source<Row>,
): Promise<Page<Row>> {
  const { size, backwards, cursor, offset } = readRequest(request, usual, most, by !== undefined);
  const order = backwards ? 'asc' : 'desc';
  const rows = await find({
    where: cursor ? beyond(cursor, by, backwards ? 'gt' : 'lt') : {},
    orderBy: [...(by ? [{ [by]: order }] : []), { id: order }],
    take: size + 1,
    skip: offset,
  });
  const more = rows.length > size;
  if (more) rows.pop();
  if (backwards) rows.reverse();
  return {
    rows,
    hasNextPage: backwards ? cursor !== undefined : more,
    hasPreviousPage: backwards ? more : cursor !== undefined || offset > 0,
    cursorOf: (row) => encode(by ? [(row[by] as Date).toISOString(), row.id] : [row.id]),
    total: count,
  };
}

function readRequest(request: PageRequest, usual: number, most: number, timed: boolean) {
  const issues: Issue[] = [];
  const whole = (name: 'first' | 'last' | 'offset', least: number, greatest: number) => {
    const value = request[name] ?? undefined;
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= greatest)) return value;
    issues.push({ path: [name], problem: `must be an integer between ${least} and ${greatest}.` });
    return undefined;
  };
  const first = whole('first', 1, most);
  const last = whole('last', 1, most);
  const offset = whole('offset', 0, MOST_ROWS) ?? 0;
  const backwards = last !== undefined || (first === undefined && request.before != null);
  if (first !== undefined && last !== undefined) issues.push({ path: ['last'], problem: 'cannot be used with first.' });
  const side = backwards ? 'before' : 'after';
  const given = request[side] ?? undefined;
  const cursor = given === undefined ? undefined : decode(given, timed);
  if (given !== undefined && !cursor) issues.push({ path: [side], problem: 'is not a cursor of this list.' });
  if (issues.length > 0) throw new ValidationError(issues);
  return { size: first ?? last ?? usual, backwards, cursor, offset };
}

function beyond(cursor: string[], by: string | undefined, side: 'lt' | 'gt'): object {
  const [first, second] = cursor;
  if (!by) return { id: { [side]: first } };
  const time = new Date(first ?? '');
  return { OR: [{ [by]: { [side]: time } }, { [by]: time, id: { [side]: second } }] };
}

const encode = (keys: string[]): string => Buffer.from(keys.join(' ')).toString('base64url');

function decode(cursor: unknown, timed: boolean): string[] | undefined {
  if (typeof cursor !== 'string') return undefined;
  const keys = Buffer.from(cursor, 'base64url').toString().split(' ');
  const fits = timed
    ? keys.length === 2 && readDateTime(keys[0] ?? '') && isId(keys[1])
    : keys.length === 1 && isId(keys[0]);
  return fits ? keys : undefined;
}
