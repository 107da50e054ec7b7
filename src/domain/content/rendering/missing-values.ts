import { type Context, evalTokenValue, toValueSync } from 'liquidjs';
import type { VariableToken } from './value-tokens.ts';

/** A variable without a value that a template shows. */
export interface Missing {
  /** Its full path: `order.items[0].name`. */
  name: string;
  /** It exists, but is empty. */
  isBlank: boolean;
  /** The address that contains it, as in the template. Absent: it is not in an address. */
  address?: string;
}

type Found = Omit<Missing, 'address'>;

/** An active loop, and its collection. */
interface Loop {
  variable: string;
  collection: string | undefined;
}

/** Collects missing values while one part of a message is rendered. */
export class MissingValues {
  readonly #mergeData: object;
  readonly #all = new Map<string, Missing>();
  readonly #assigned = new Map<string, readonly Found[]>();
  readonly #loops: Loop[] = [];
  #paths: Map<object, string> | undefined;

  constructor(mergeData: object) {
    this.#mergeData = mergeData;
  }

  get all(): Missing[] {
    return [...this.#all.values()];
  }

  note(found: readonly Found[], address: string | undefined): void {
    for (const { name, isBlank } of found) {
      const key = `${name} ${address ?? ''}`;
      if (!this.#all.has(key)) this.#all.set(key, { name, isBlank, ...(address !== undefined && { address }) });
    }
  }

  /** The variables without a value. `blankToo`: or with an empty one. */
  missingOf(tokens: readonly VariableToken[], context: Context, blankToo = false): Found[] {
    return tokens.flatMap((token) => {
      if (token.variable !== undefined) return [];
      const path = token.props.map((prop) => valueAt(prop, context));
      const root = String(path[0]);
      if (isAssigned(context, root)) {
        const behind = this.#assigned.get(root);
        if (behind) return [...behind];
      }
      const value = read(context, path);
      const isBlank = value === '';
      if (value !== undefined && value !== null && !(blankToo && isBlank)) return [];
      return [{ name: this.#nameOf(path, context), isBlank }];
    });
  }

  /** Records an assignment made of missing values. They count as missing only when shown, as a default may follow. */
  assigned(name: string, missing: readonly Found[]): void {
    if (missing.length > 0) this.#assigned.set(name, missing);
    else this.#assigned.delete(name);
  }

  enter(variable: string, collection: VariableToken | undefined, context: Context): void {
    const path = collection?.props.map((prop) => valueAt(prop, context));
    this.#loops.push({ variable, collection: path && this.#nameOf(path, context) });
  }

  leave(): void {
    this.#loops.pop();
  }

  /** Names a value by the objects on its path: a loop's object is identified by its position in the merge data. */
  #nameOf(path: readonly unknown[], context: Context): string {
    let base = this.#inLoop(String(path[0]), context) ?? format('', path[0]);
    let from = 1;
    for (let length = 1; length < path.length; length++) {
      const place = this.#placeOf(read(context, path.slice(0, length)));
      if (place !== undefined) [base, from] = [place, length];
    }
    return path
      .slice(from)
      .reduce<string>(format, base)
      .replace(/^variables\./, '');
  }

  #inLoop(root: string, context: Context): string | undefined {
    const loop = this.#loops.findLast(({ variable }) => variable === root);
    if (!loop?.collection) return undefined;
    const at = read(context, ['forloop', 'index0']);
    return typeof at === 'number' && loop === this.#loops.at(-1) ? `${loop.collection}[${at}]` : undefined;
  }

  #placeOf(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    this.#paths ??= pathsIn(this.#mergeData);
    return this.#paths.get(value);
  }
}

/** Whether a name was assigned by a tag, not by a loop. `findScope` is private only in LiquidJS's types. */
const isAssigned = (context: Context, root: string): boolean =>
  (context as unknown as { findScope(name: string): object }).findScope(root) === context.bottom();

const read = (context: Context, path: readonly unknown[]): unknown => context.getSync(path as string[]);

const format = (base: string, part: unknown): string => {
  if (typeof part === 'number' || /^\d+$/.test(String(part))) return `${base}[${part}]`;
  return base === '' ? String(part) : `${base}.${part}`;
};

/** More objects are not named by their position. */
const MOST = 100_000;

/** The paths of all objects in merge data. They are JSON, so each has one position. */
function pathsIn(mergeData: object): Map<object, string> {
  const paths = new Map<object, string>();
  const waiting: [string, object][] = [['', mergeData]];
  for (let next = waiting.pop(); next && paths.size < MOST; next = waiting.pop()) {
    const [base, owner] = next;
    if (base !== '') paths.set(owner, base);
    for (const [key, value] of Object.entries(owner)) {
      if (typeof value === 'object' && value !== null) {
        waiting.push([format(base, Array.isArray(owner) ? Number(key) : key), value]);
      }
    }
  }
  return paths;
}

const valueAt = (token: unknown, context: Context): unknown => toValueSync(evalTokenValue(token as never, context));
