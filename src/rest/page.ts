import { type Issue, ValidationError } from '../errors.ts';

type Query = Record<string, string | string[] | undefined>;

/** The default and maximum number of rows per page. */
export interface PageSize {
  usual: number;
  max: number;
}

/** The values of `page` and `per_page`. */
export interface PageNumber {
  page: number;
  perPage: number;
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
export const rowsOf = ({ page, perPage }: PageNumber) => ({
  first: perPage,
  offset: Math.min((page - 1) * perPage, MAX_ROWS),
});

/** Reads `page` and `per_page`. Throws ValidationError for a value out of range. */
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
  if (issues.length > 0) throw new ValidationError(issues);
  return number;
}

/** The paginated envelope: data, links that keep other parameters, meta. */
export function pageBody(
  list: { nodes: readonly unknown[]; totalCount: number },
  { page, perPage, path, query }: PageLinks,
) {
  const total = list.totalCount;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const from = list.nodes.length > 0 ? (page - 1) * perPage + 1 : null;
  const link = (number: number): string => `${path}?${withPage(query, number)}`;
  return {
    data: list.nodes,
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? link(page + 1) : null,
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

function withPage(query: Query, page: number): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'page') for (const item of [value ?? []].flat()) parameters.append(name, item);
  }
  parameters.set('page', String(page));
  return parameters.toString();
}
