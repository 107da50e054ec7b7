import { nearMissOf } from '../near-miss.ts';
import { templated } from './openapi/path-names.ts';

/** A route, with its path as `/lists/:list/subscribers`. */
interface Route {
  method: string;
  path: string;
}

/** Longer paths are not misspelt ones of ours. */
const LONGEST = 200;
/** Of a path with other segments than the route: its last word decides. */
const OTHER_SHAPE = 10;

/**
 * The route that a caller of an unknown path probably meant, as `GET /v1/lists/{list_id}/subscribers`. Undefined if none is near: a path of
 * as many segments, each equal or misspelt, or one whose last word is that of a route. The caller's own method comes first.
 */
export function nearRoute(method: string, path: string, routes: readonly Route[]): string | undefined {
  if (path.length > LONGEST) return undefined;
  const given = segmentsOf(path);
  let nearest: Route | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const route of routes) {
    const far = distance(given, segmentsOf(route.path));
    const cost = far === undefined ? Number.POSITIVE_INFINITY : far + (route.method === method ? 0 : 0.25);
    if (cost >= least) continue;
    nearest = route;
    least = cost;
  }
  return nearest && `${nearest.method} /v1${templated(nearest.path)}`;
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

function distance(given: readonly string[], known: readonly string[]): number | undefined {
  const costs = given.map((segment, at) => costOf(segment, known[at]));
  if (given.length === known.length && costs.every((cost) => cost !== undefined))
    return costs.reduce<number>((sum, cost) => sum + cost!, 0);
  const last = costOf(
    given.at(-1) ?? '',
    known.findLast((segment) => !segment.startsWith(':')),
  );
  const isElsewhere = costOf(given[0] ?? '', known[0]) === undefined;
  return last === undefined
    ? undefined
    : OTHER_SHAPE + last + Math.abs(given.length - known.length) + (isElsewhere ? 3 : 0);
}

/** 0 for the same segment, more for a misspelt one or one of its words. Undefined for another one. */
function costOf(segment: string, known: string | undefined): number | undefined {
  if (known === undefined) return undefined;
  if (known.startsWith(':')) return 0.5;
  if (segment === known) return 0;
  if (nearMissOf(segment, [known]) !== undefined) return 1;
  const words = new Set(wordsOf(known));
  return wordsOf(segment).every((word) => words.has(word)) ? 2 : undefined;
}

/** Without the ending of the plural. */
const wordsOf = (segment: string): string[] =>
  segment
    .toLowerCase()
    .split(/[-_]+/)
    .map((word) => word.replace(/s$/, ''));
