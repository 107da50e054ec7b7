import { Drop, defaultOperators, toValue, toValueSync } from 'liquidjs';
import { entriesOf, propertyOf } from '../entries.ts';
import type { FilterContext } from '../filter-context.ts';
import { firstPair, isRecord, type RenderingContext } from '../rendering-context.ts';
import { shownText } from '../shown-text.ts';

/** Whether an entry has the property, or the property has this value. Null accepts any value, as if it were left out. */
function matcher(context: RenderingContext, property: unknown, wanted: unknown): (entry: unknown) => boolean {
  const value = toValue(wanted) as unknown;
  if (value === null || value === undefined) {
    return (entry) => {
      const found = propertyOf(entry, property, context);
      return found !== undefined && found !== null && found !== false;
    };
  }
  const isSimple = !(wanted instanceof Drop) && typeof value !== 'object';
  if (isSimple) return (entry) => toValue(propertyOf(entry, property, context)) === value;
  return (entry) =>
    Boolean(toValueSync(defaultOperators['==']!(propertyOf(entry, property, context), wanted, context)));
}

type Find<Found> = (entries: unknown[], isMatch: (entry: unknown) => boolean) => Found;

const search = <Found>(find: Find<Found>) =>
  function (this: FilterContext, list: unknown, property?: unknown, wanted?: unknown): Found {
    // A number in a list of numbers is looked for itself: `{{ sizes | has: 38 }}`.
    const isNumber = typeof toValue(property) === 'number' && wanted === undefined;
    const isMatch = isNumber ? (entry: unknown) => entry === property : matcher(this.context, property, wanted);
    return find(entriesOf(list, this.context), isMatch);
  };

function uniq(this: FilterContext, list: unknown, property?: unknown): unknown[] {
  const known = new Set<unknown>();
  return entriesOf(list, this.context).filter((entry) => {
    const value = property == null ? entry : propertyOf(entry, property, this.context);
    const key = typeof value === 'object' && value !== null ? `object ${JSON.stringify(value)}` : (value ?? null);
    return !known.has(key) && known.add(key);
  });
}

function compact(this: FilterContext, list: unknown, property?: unknown): unknown[] {
  return entriesOf(list, this.context).filter(
    (entry) => (toValue(property == null ? entry : propertyOf(entry, property, this.context)) ?? null) !== null,
  );
}

function map(this: FilterContext, list: unknown, property: unknown): unknown[] {
  return entriesOf(list, this.context).map((entry) => propertyOf(entry, property, this.context));
}

function join(this: FilterContext, list: unknown, ...glue: unknown[]): string {
  const texts = entriesOf(list, this.context).map(shownText);
  const between = glue.length === 0 ? ' ' : shownText(glue[0]);
  this.context.memoryLimit.use(texts.reduce((size, text) => size + text.length + between.length, 0));
  return texts.join(between);
}

function concat(this: FilterContext, list: unknown, other: unknown): unknown[] {
  const more = toValue(other) as unknown;
  const added = Array.isArray(more) ? more : more == null ? [] : [more];
  this.context.memoryLimit.use(added.length);
  return [...entriesOf(list, this.context), ...added];
}

function first(list: unknown): unknown {
  const value = toValue(list) as unknown;
  if (isRecord(value)) return firstPair(value);
  return Array.isArray(value) || typeof value === 'string' ? value[0] : undefined;
}

function last(list: unknown): unknown {
  const value = toValue(list) as unknown;
  return Array.isArray(value) || typeof value === 'string' ? value.at(-1) : undefined;
}

function size(list: unknown): number {
  const value = toValue(list) as unknown;
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

function reverse(this: FilterContext, list: unknown): unknown[] {
  return [...entriesOf(list, this.context)].reverse();
}

/** A single space splits at any white space, as in Ruby. Empty texts at the end are dropped. */
function split(this: FilterContext, value: unknown, separator: unknown): string[] {
  const text = shownText(value);
  this.context.memoryLimit.use(text.length);
  const by = shownText(separator);
  const parts = by === ' ' ? text.trimStart().split(/\s+/) : text.split(by);
  while (parts.at(-1) === '') parts.pop();
  return parts;
}

/** List filters of LiquidJS, with Ruby's behaviour for texts, objects and nested lists. */
export const LIST_FILTERS = {
  uniq,
  compact,
  map,
  join,
  concat,
  first,
  last,
  size,
  reverse,
  split,
  where: search((entries, isMatch) => entries.filter(isMatch)),
  reject: search((entries, isMatch) => entries.filter((entry) => !isMatch(entry))),
  find: search((entries, isMatch) => entries.find(isMatch)),
  find_index: search((entries, isMatch) => {
    const index = entries.findIndex(isMatch);
    return index < 0 ? undefined : index;
  }),
  has: search((entries, isMatch) => entries.some(isMatch)),
};
