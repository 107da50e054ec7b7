import { type Template, TypeGuards, Value } from 'liquidjs';
import { childPartsOf } from './child-parts.ts';
import type { NamedPath } from './job.ts';
import { tokensOf, type VariableToken } from './value-tokens.ts';

/** Stands for each member of a list in a path. */
export const EACH = null;

/** Filters that return members of their list. */
const OF_MEMBERS = new Set(['sort', 'sort_natural', 'reverse', 'where', 'reject', 'uniq', 'compact', 'slice']);
/** Filters that return one member. */
const OF_ONE = new Set(['first', 'last', 'find']);

/** A template as LiquidJS parses it: the parts that are used here. */
interface Part {
  name?: string;
  key?: unknown;
  variable?: unknown;
  value?: unknown;
  collection?: unknown;
  children?(partials: boolean, sync: boolean): Generator<unknown, Template[]>;
  arguments?(): Iterable<unknown>;
  templates?: unknown;
}

/** The meaning of a template's own names; undefined for a value that no path leads to. */
type Names = ReadonlyMap<string, NamedPath | undefined>;

/**
 * The paths that a template reads through its own variables: `{{ item.price }}` in a loop over `event.items` reads the
 * price of each. Leaves out variables with a `default`, which may be absent.
 */
export function memberPaths(templates: readonly Template[]): NamedPath[] {
  const found: NamedPath[] = [];
  walk(templates as unknown as readonly Part[], new Map(), found);
  return found;
}

function walk(parts: readonly Part[], outer: Names, found: NamedPath[]): void {
  const names = new Map(outer);
  for (const part of parts) {
    const tokens = [...(part.arguments?.() ?? [])].flatMap((given) => tokensOf(given));
    for (const token of tokens) {
      const path = pathOf(token);
      if (typeof path[0] === 'string' && names.has(path[0])) {
        const meant = resolve(path, names);
        if (meant) found.push(meant);
      }
    }
    if (part.name === 'assign') names.set(String(part.key), assigned(part.value, names));
    if (part.name === 'capture') names.set(String(part.variable), undefined);
    walk(childPartsOf(part), inside(part, tokens[0], names), found);
  }
}

/** The names in a loop. */
function inside(part: Part, collection: VariableToken | undefined, names: Names): Names {
  if (part.name !== 'for' && part.name !== 'tablerow') return names;
  const isPath = TypeGuards.isPropertyAccessToken(part.collection) && collection !== undefined;
  const through = isPath ? resolve(pathOf(collection), names) : undefined;
  return new Map([...names, [String(part.variable), through && [...through, EACH]], ['forloop', undefined]]);
}

function assigned(value: unknown, names: Names): NamedPath | undefined {
  if (!(value instanceof Value)) return undefined;
  const { filters } = value;
  const [token, ...others] = tokensOf({ initial: value.initial, filters: [] });
  if (!token || others.length > 0) return undefined;
  let path = resolve(pathOf(token), names);
  for (const { name } of filters) {
    if (OF_ONE.has(name)) path = path && [...path, EACH];
    else if (!OF_MEMBERS.has(name)) return undefined;
  }
  return path;
}

/** Undefined if no path leads to it. */
function resolve(path: NamedPath, names: Names): NamedPath | undefined {
  const [root, ...rest] = path;
  if (typeof root !== 'string' || !names.has(root)) return path;
  const base = names.get(root);
  return base && [...base, ...rest];
}

/** A part that only a render knows is not a text. */
const pathOf = ({ variable, props }: VariableToken): NamedPath =>
  variable === undefined ? props.map((prop) => partOf(prop)) : [EACH];

function partOf(prop: unknown): unknown {
  if (TypeGuards.isWordToken(prop) || TypeGuards.isNumberToken(prop) || TypeGuards.isQuotedToken(prop))
    return prop.content;
  return EACH;
}
