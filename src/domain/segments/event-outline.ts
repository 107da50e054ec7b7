import { isObject } from './conditions.ts';
import { PROPERTY_PREFIX, propertyName } from './property-path.ts';
import { misspelling } from './property-spelling.ts';

/** An event property that conditions can use. */
export interface EventProperty {
  /** Its name in conditions. */
  property: string;
  /** The most suitable comparison for its values. */
  type: 'text' | 'number' | 'boolean';
  /** Whether an event can have several values of it. */
  inList: boolean;
  /** For the event's own value: the most common currency. */
  currency: string | null;
}

/** The parts of an event from which its properties are derived. */
export interface Sampled {
  properties: Record<string, unknown> | null;
  currency: string | null;
}

/** Deeper or further properties can be typed; a longer list would not help. */
const DEEPEST = 6;
const MOST = 200;

/** How often values of a property had each type. */
type Counts = { inList: boolean } & Record<EventProperty['type'], number>;

/**
 * The properties that conditions can use for events like these: first their own value and currency, then properties by
 * name.
 */
export function outlineOf(events: readonly Sampled[]): EventProperty[] {
  const found = new Map<string, Counts>();
  const note = (plain: string, type: EventProperty['type'] | undefined, inList: boolean): void => {
    const name = misspelling(plain) ? `${PROPERTY_PREFIX}${plain}` : plain;
    if (!found.has(name) && (found.size === MOST || !propertyName.safeParse(name).success)) return;
    const counts = found.get(name) ?? { text: 0, number: 0, boolean: 0, inList: false };
    if (type) counts[type] += 1;
    found.set(name, { ...counts, inList: counts.inList || inList });
  };
  const walk = (value: unknown, name: string, depth: number, inList: boolean): void => {
    if (Array.isArray(value)) {
      for (const member of value) if (!Array.isArray(member)) walk(member, name, depth, true);
    } else if (!isObject(value)) {
      if (value !== null) note(name, typeOf(value), inList);
    } else if (depth < DEEPEST) {
      for (const [key, inner] of Object.entries(value)) {
        if (!key.includes('.')) walk(inner, `${name}.${key}`, depth + 1, inList);
      }
    }
  };
  for (const { properties } of events) {
    for (const [key, value] of Object.entries(properties ?? {})) walk(value, nameOf(key), 1, false);
  }
  const properties = [...found].map(([property, { inList, ...counts }]) => ({
    property,
    inList,
    currency: null,
    type: mostOf(counts),
  }));
  return [...own(events), ...properties.sort((a, b) => (a.property < b.property ? -1 : 1))];
}

/** The fields of an event with a value. */
function own(events: readonly Sampled[]): EventProperty[] {
  const currencies = new Map<string, number>();
  for (const { currency } of events) if (currency) currencies.set(currency, (currencies.get(currency) ?? 0) + 1);
  const [first] = [...currencies].sort(([, a], [, b]) => b - a);
  if (!first) return [];
  return [
    { property: 'value', type: 'number', inList: false, currency: first[0] },
    { property: 'currency', type: 'text', inList: false, currency: null },
  ];
}

/** A name that is also a field of the event needs the prefix. */
const nameOf = (key: string): string =>
  key === 'value' || key === 'currency' || key.startsWith(PROPERTY_PREFIX) ? `${PROPERTY_PREFIX}${key}` : key;

/** A text with a decimal point is probably a number; digits alone may be a code. */
function typeOf(value: unknown): EventProperty['type'] {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return /^-?\d+\.\d+$/.test(String(value).slice(0, 80)) ? 'number' : 'text';
}

const mostOf = ({ text, number, boolean }: Record<EventProperty['type'], number>): EventProperty['type'] => {
  if (number > text && number >= boolean) return 'number';
  return boolean > text ? 'boolean' : 'text';
};
