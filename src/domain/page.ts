import { type Issue, ValidationError } from '../errors.ts';
import { isId } from '../ids.ts';
import { readDateTime } from '../validation/time.ts';

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

export interface Find {
  where: object;
  orderBy: object[];
  take: number;
  skip: number;
}

interface Order<Row> {
  /** The time that orders the list before the id does. Absent: by id, whose version 7 is the time of creation. */
  by?: keyof Row & string;
  /** A number of each row's own that orders the list instead, the smallest first. */
  number?: keyof Row & string;
  /** The id that orders the list, where it is not `id`. */
  id?: keyof Row & string;
  usual?: number;
  max?: number;
}

interface Source<Row> extends Order<Row> {
  find(args: Find): Promise<Row[]>;
  count(): Promise<number>;
}

/** Lists of the same kind, of which the same part is read: `find` gives the rows of each, `count` how many each has. */
interface Sources<Row> extends Order<Row> {
  find(args: Find): Promise<Row[][]>;
  count(): Promise<number[]>;
}

/** The greatest offset that the database driver takes. */
export const MAX_ROWS = 2 ** 31 - 1;

/** One page, newest first, by keyset (or offset). Throws ValidationError naming the argument that cannot be used. */
export async function readPage<Row extends object>(
  request: PageRequest,
  { find, count, ...order }: Source<Row>,
): Promise<Page<Row>> {
  const [page] = await readPages<Row>(request, {
    ...order,
    find: async (args) => [await find(args)],
    count: async () => [await count()],
  });
  return page as Page<Row>;
}

/** The same part of several lists at once, in the order of the lists. The first to ask for a total counts them all. */
export async function readPages<Row extends object>(
  request: PageRequest,
  { by, number, id = 'id' as never, usual = 15, max = 100, find, count }: Sources<Row>,
): Promise<Page<Row>[]> {
  const keys = number
    ? [{ name: number, kind: NUMBER }]
    : [...(by ? [{ name: by, kind: TIME }] : []), { name: id, kind: ID }];
  const { size, backwards, cursor, offset } = readRequest(request, usual, max, keys);
  const upwards = backwards !== (number !== undefined);
  const lists = await find({
    where: cursor ? beyond(cursor, keys, upwards ? 'gt' : 'lt') : {},
    orderBy: keys.map(({ name }) => ({ [name]: upwards ? 'asc' : 'desc' })),
    take: size + 1,
    skip: offset,
  });
  let counts: Promise<number[]> | undefined;
  return lists.map((rows, index) => {
    const more = rows.length > size;
    if (more) rows.pop();
    if (backwards) rows.reverse();
    return {
      rows,
      hasNextPage: backwards ? cursor !== undefined : more,
      hasPreviousPage: backwards ? more : cursor !== undefined || offset > 0,
      cursorOf: (row) => encode(keys.map(({ name, kind }) => kind.write((row as Record<string, never>)[name]!))),
      total: async () => {
        counts ??= count();
        return (await counts)[index] ?? 0;
      },
    };
  });
}

function readRequest(request: PageRequest, usual: number, max: number, keys: Key[]) {
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
  const cursor = given === undefined ? undefined : decode(given, keys);
  if (given !== undefined && !cursor) issues.push({ path: [side], problem: 'is not a cursor of this list.' });
  if (issues.length > 0) throw new ValidationError(issues);
  return { size: first ?? last ?? usual, backwards, cursor, offset };
}

/** What orders a list, most significant first; all together they tell each row from every other. */
interface Key {
  name: string;
  kind: { write(value: never): string; read(text: string): unknown };
}

const ID = { write: (id: string) => id, read: (text: string) => (isId(text) ? text : undefined) };
const TIME = { write: (time: Date) => time.toISOString(), read: readDateTime };
const NUMBER = { write: String, read: (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined) };

function beyond(cursor: unknown[], keys: Key[], side: 'lt' | 'gt'): object {
  const steps = keys.map(({ name }, depth) => ({
    ...Object.fromEntries(keys.slice(0, depth).map((key, index) => [key.name, cursor[index]])),
    [name]: { [side]: cursor[depth] },
  }));
  return steps.length === 1 ? steps[0]! : { OR: steps };
}

const encode = (keys: string[]): string => Buffer.from(keys.join(' ')).toString('base64url');

function decode(cursor: unknown, keys: Key[]): unknown[] | undefined {
  if (typeof cursor !== 'string') return undefined;
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
  const values = keys.map(({ kind }, index) => kind.read(parts[index] ?? ''));
  return parts.length === keys.length && values.every((value) => value !== undefined) ? values : undefined;
}
