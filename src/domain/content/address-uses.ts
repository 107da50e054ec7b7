import { writtenAddresses } from './rendering/written-addresses.ts';

/** The variables in the addresses of a source. */
export interface AddressUses {
  /** Variables looked up by a path. `*` stands for each member of a list in a loop. */
  paths: readonly (readonly string[])[];
  /** Whether there are others whose values only a render knows: assigned ones, or variable indexes. */
  others: boolean;
}

const NONE: AddressUses = { paths: [], others: false };

/**
 * Finds the variables in the addresses of HTML and text without parsing the Liquid, so that a mail is rendered again only
 * if one of them has no value. Leaves out variables with a default, or behind a test of the same variable.
 */
export function addressUses(html: string, text = ''): AddressUses {
  const found = [addressesOf(html, true), addressesOf(text, false)];
  return { paths: found.flatMap(({ paths }) => paths), others: found.some(({ others }) => others) };
}

function addressesOf(source: string, isHtml: boolean): AddressUses {
  if (!source.includes('{{')) return NONE;
  const written = writtenAddresses(source, isHtml);
  if (written.length === 0) return NONE;
  const scope = scopeOf(source);
  const paths: string[][] = [];
  let others = false;
  for (const { begin, source: address } of written) {
    for (const name of namesIn(address)) {
      if (isTested(scope.tests, begin, name)) continue;
      const resolved = /\[(?!\d+\])/.test(name) ? undefined : resolve(partsOf(name), scope);
      if (resolved) paths.push(...resolved);
      else others = true;
    }
  }
  return { paths, others };
}

const OUTPUT = /\{\{-?((?:(?!\{\{|\}\})[\s\S]){0,300})\}\}/g;
const QUOTED = /"[^"]*"|'[^']*'/g;
const NAME = /(?<![\w.\]-])[A-Za-z_][\w-]*(?:\.[\w-]+|\[[^\]]{0,60}\])*(?!\s*:)/g;
const WORDS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank']);

/** The variables of the outputs in an address. */
function namesIn(address: string): string[] {
  return [...address.matchAll(OUTPUT)].flatMap(([, output = '']) => {
    const [initial = '', ...filters] = output.replace(QUOTED, '""').split('|');
    if (filters.some((filter) => /^\s*default\b/.test(filter))) return [];
    const given = filters.map((filter) => filter.slice(filter.indexOf(':') + 1 || filter.length));
    return [initial, ...given].flatMap((piece) => piece.match(NAME) ?? []).filter((name) => !WORDS.has(name));
  });
}

const partsOf = (name: string): string[] => name.replace(/\[(\d+)\]/g, '.$1').split('.');

/** The names that the tags of a source define or test. */
interface Scope {
  loops: ReadonlyMap<string, readonly string[]>;
  assigned: ReadonlySet<string>;
  tests: readonly Test[];
}

/** The part of a source inside a test. */
interface Test {
  names: readonly string[];
  begin: number;
  end: number;
}

const TAG = /\{%-?\s*(\w+)(?!\w)((?:(?!\{%|%\})[\s\S]){0,300})%\}/g;

function scopeOf(source: string): Scope {
  const loops = new Map<string, string[]>();
  const assigned = new Set<string>();
  const tests: Test[] = [];
  const open: (Test | undefined)[] = [];
  const close = (end: number) => {
    const test = open.pop();
    if (test) tests.push({ ...test, end });
  };
  for (const { 1: tag, 2: rest = '', index } of source.matchAll(TAG)) {
    const [name = '', , collection = ''] = rest.trimStart().split(/\s+/);
    if (tag === 'for' || tag === 'tablerow') loops.set(name, [...(loops.get(name) ?? []), collection]);
    if (tag === 'assign' || tag === 'capture' || tag === 'liquid') assigned.add(name.replace(/=.*$/s, ''));
    if (tag === 'if' || tag === 'unless') open.push(tag === 'if' ? testOf(rest, index) : undefined);
    if (tag === 'elsif' || tag === 'else') {
      close(index);
      open.push(tag === 'elsif' ? testOf(rest, index) : undefined);
    }
    if (tag === 'endif' || tag === 'endunless') close(index);
  }
  return { loops, assigned, tests };
}

/** Only variables that must all have a value: `a`, or `a and b`. */
const testOf = (condition: string, begin: number): Test => {
  const names = condition
    .replace(/-?$/, '')
    .trim()
    .split(/(?<!\s)\s+and\s+/);
  return { names, begin, end: begin };
};

const isTested = (tests: readonly Test[], at: number, name: string): boolean =>
  tests.some(({ names, begin, end }) => begin < at && at < end && names.includes(name));

const DEEPEST = 5;

/** Undefined if only a render knows. */
function resolve(parts: readonly string[], scope: Scope, depth = 0): string[][] | undefined {
  const [root = '', ...rest] = parts;
  if (scope.assigned.has(root) || root === 'forloop' || depth > DEEPEST) return undefined;
  const collections = scope.loops.get(root);
  if (!collections) return [[...parts]];
  const resolved = collections.map((collection) =>
    /^[\w.-]+$/.test(collection) ? resolve([...collection.split('.'), '*', ...rest], scope, depth + 1) : undefined,
  );
  return resolved.includes(undefined) ? undefined : (resolved as string[][][]).flat();
}

/** Whether a value at one of these paths may be missing or empty. `values`: the values known without a render. */
export const mayLack = ({ paths, others }: AddressUses, values: Record<string, unknown>): boolean =>
  others || paths.some((path) => lacks(values, path));

function lacks(value: unknown, [part, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (part === undefined) return false;
  if (part === '*') return Array.isArray(value) && value.some((member) => lacks(member, rest));
  if (part === 'size' || part === 'first' || part === 'last') return true;
  return lacks(typeof value === 'object' && Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined, rest);
}
