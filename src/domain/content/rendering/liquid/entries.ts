import { toValue } from 'liquidjs';
import { isRecord, type RenderingContext } from './rendering-context.ts';
import { shownText } from './shown-text.ts';

/** The entries for a list filter: nested lists are flattened, and any other value is a list of one. */
export function entriesOf(list: unknown, { memoryLimit }: RenderingContext): unknown[] {
  const value = toValue(list) as unknown;
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [value];
  memoryLimit.use(value.length);
  if (!value.some(Array.isArray)) return value;
  const flat = value.flat(Number.POSITIVE_INFINITY);
  memoryLimit.use(flat.length);
  return flat;
}

/**
 * The property of an entry: `title`, or `author.name`. A text contains its substrings, so that `where: "sale"` finds tags
 * containing "sale".
 */
export function propertyOf(entry: unknown, property: unknown, context: RenderingContext): unknown {
  if (property === null || property === undefined) return undefined;
  const plain = toValue(entry) as unknown;
  const name = shownText(property);
  if (typeof plain === 'string') return name === 'size' ? plain.length : plain.includes(name) ? name : undefined;
  if (!isRecord(plain) && !Array.isArray(plain)) return undefined;
  if (Object.hasOwn(plain, name)) return (plain as Record<string, unknown>)[name];
  return name
    .split(/[.[\]"']+/)
    .filter(Boolean)
    .reduce((value: unknown, part) => read(value, part, context), plain);
}

const read = (value: unknown, part: string, context: RenderingContext): unknown =>
  value === null || value === undefined
    ? undefined
    : context.readProperty(value, Array.isArray(value) && /^-?\d+$/.test(part) ? Number(part) : part);
