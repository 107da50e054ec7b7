import type { Rule } from '../segments.ts';
import { compareText, given } from './compare.ts';

// Conditions on a property of an event, derived from the documentation, without the product's own code.

interface Happened {
  properties: Record<string, unknown> | null;
  value?: number;
  currency?: string;
}

type EventCondition = Pick<Rule, 'operator' | 'value'> & { property: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inside = (value: unknown, part: string): unknown[] => {
  if (isObject(value)) return Object.hasOwn(value, part) ? [value[part]] : [];
  if (!Array.isArray(value)) return [];
  const placed = /^(0|[1-9]\d*)$/.test(part) && Number(part) < value.length ? [value[Number(part)]] : [];
  return [...placed, ...value.filter(isObject).flatMap((member) => inside(member, part))];
};

/** All values at a property's name. */
function found({ properties, value, currency }: Happened, name: string): unknown[] {
  if (name === 'value') return value === undefined ? [] : [value];
  if (name === 'currency') return currency === undefined ? [] : [currency];
  const path = name.startsWith('properties.') ? name.slice(11) : name;
  if (properties === null) return [];
  if (Object.hasOwn(properties, path)) return [properties[path]];
  return path.split('.').reduce<unknown[]>((here, part) => here.flatMap((one) => inside(one, part)), [properties]);
}

const textIn = (value: unknown): string | undefined =>
  value === null || typeof value === 'object' ? undefined : String(value);
const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.length <= 80 && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
};

const compareNumber = (has: number, operator: string, value: unknown): boolean => {
  const [first, last] = [value].flat() as [number, number];
  const tests: Record<string, boolean> = {
    ...{ equals: has === first, contains: has === first, gt: has > first, gte: has >= first },
    ...{ lt: has < first, lte: has <= first, between: has >= first && has <= last },
  };
  return tests[operator] ?? [value].flat().includes(has); // in, contains_any
};

/** Whether a value, or a member of a list, matches the question. */
function fits(value: unknown, operator: string, asked: unknown, isMember: boolean): boolean {
  if (operator === 'is_true' || operator === 'is_false') return value === (operator === 'is_true');
  if (operator === 'is_set') return value !== null && !(typeof value === 'string' && value.trim() === '');
  if (typeof [asked].flat()[0] === 'number') {
    const number = numberIn(value);
    return number !== undefined && compareNumber(number, operator, asked);
  }
  const text = textIn(value);
  if (operator === 'contains_any') {
    return (asked as string[]).some((one) => fits(value, 'contains', one, isMember));
  }
  return compareText(text, { operator: isMember && operator === 'contains' ? 'equals' : operator, value: asked });
}

const POSITIVE: Record<string, string> = {
  ...{ not_equals: 'equals', not_contains: 'contains', not_in: 'in', is_not_set: 'is_set' },
};

/** Whether a condition matches an event. A negative operator requires that no value matches its positive one. */
export function matchesEvent(event: Happened, condition: EventCondition): boolean {
  const positive = POSITIVE[condition.operator];
  if (positive) return !matchesEvent(event, { ...condition, operator: positive });
  const { operator } = condition;
  const asked = given(condition);
  return found(event, condition.property).some((value) =>
    Array.isArray(value)
      ? value.some((member) => fits(member, operator, asked, true))
      : fits(value, operator, asked, false),
  );
}
