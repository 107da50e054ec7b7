import { type Issue, ValidationError } from '../errors.ts';
import { decodePosition, encodePosition, NEXT_CURSOR, type Position } from './cursor.ts';

type Query = Record<string, string | string[] | undefined>;

/** The default and maximum number of rows per page. */
export interface PageSize {
  usual: number;
  max: number;
}

/** The values of `page` and `per_page`, or of `after` and `per_page`. */
export interface PageNumber {
  page: number;
  perPage: number;
  position?: Position;
}

export interface PageLinks extends PageNumber {
  /** The address without its query. */
  path: string;
  query: Query;
}

/** The greatest offset of a connection. */
const MAX_ROWS = 2 ** 31 - 1;

const FURTHEST_PAGE = 1_000_000_000;

/** The paging variables of a document. */
export const rowsOf = ({ page, perPage, position }: PageNumber) => ({
  first: perPage,
  ...(position ? { after: position.after } : { offset: Math.min((page - 1) * perPage, MAX_ROWS) }),
});

/** Reads `page` or `after`, and `per_page`. Throws ValidationError for a value out of range. */
export function readPageNumber(query: Query, { usual, max }: PageSize): PageNumber {
  const issues: Issue[] = [];
  const read = (name: string, otherwise: number, greatest: number): number => {
    const given = query[name];
    if (given === undefined) return otherwise;
    const value = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : 0;
    if (value < 1 || value > greatest) {
      const limit = greatest === FURTHEST_PAGE ? 'of at least 1' : `between 1 and ${greatest}`;
      issues.push({ path: [name], problem: `must be an integer ${limit}.` });
    }
    return value;
  };
  const number = { page: read('page', 1, FURTHEST_PAGE), perPage: read('per_page', usual, max) };
  const after = String(query.after ?? '').trim();
  if (after !== '' && query.page !== undefined)
    issues.push({ path: ['page'], problem: 'cannot be combined with after.' });
  if (issues.length > 0) throw new ValidationError(issues);
  if (after === '') return number;
  const position = decodePosition(after);
  return { ...number, page: Math.floor(position.rows / number.perPage) + 1, position };
}

/** A page of a connection. The total is only counted for a numbered page. */
export interface PagedRows {
  nodes: readonly unknown[];
  totalCount: number;
  pageInfo?: { endCursor: string | null; hasNextPage: boolean };
}

/** Where a page lies in its list. */
interface Extent {
  /** The rows before it. */
  before: number;
  total: number;
  /** The value of `after` for the next page. */
  next: string | undefined;
}

function extentOf({ nodes, totalCount, pageInfo }: PagedRows, { page, perPage, position }: PageNumber): Extent {
  const before = position?.rows ?? (page - 1) * perPage;
  const rows = before + nodes.length;
  const total = Math.max(position?.total ?? totalCount, nodes.length > 0 ? rows : 0);
  const after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  return { before, total, next: after ? encodePosition({ rows, total, after }) : undefined };
}

/** The paginated envelope, and the header with the cursor of the next page, if there is one. */
export function pageAnswer(list: PagedRows, links: PageLinks) {
  const extent = extentOf(list, links);
  const headers: Record<string, string> = extent.next === undefined ? {} : { [NEXT_CURSOR]: extent.next };
  return { body: envelope(list, links, extent), headers };
}

/** The paginated envelope: data, links that keep other parameters, meta. */
export const pageBody = (list: PagedRows, links: PageLinks) => envelope(list, links, extentOf(list, links));

function envelope(list: PagedRows, links: PageLinks, { before, total, next }: Extent) {
  const { page, perPage, path, query, position } = links;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const from = list.nodes.length > 0 ? before + 1 : null;
  const link = (parameter: 'page' | 'after', value: string | number): string =>
    `${path}?${withPage(query, parameter, value)}`;
  const numbered = page < lastPage ? link('page', page + 1) : null;
  return {
    data: list.nodes,
    links: {
      first: link('page', 1),
      last: link('page', lastPage),
      prev: page > 1 ? link('page', Math.min(page - 1, lastPage)) : null,
      next: !position ? numbered : next ? link('after', next) : null,
    },
    meta: {
      current_page: page,
      from,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: from === null ? null : from + list.nodes.length - 1,
      total,
    },
  };
}

function withPage(query: Query, parameter: 'page' | 'after', page: string | number): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'page' && name !== 'after') for (const item of [value ?? []].flat()) parameters.append(name, item);
  }
  parameters.set(parameter, String(page));
  return parameters.toString();
}
