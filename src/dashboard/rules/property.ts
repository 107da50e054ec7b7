import type { EventPropertyChoicesQuery } from '../../generated/dashboard/rules.ts';
import { OF_EVENTS, OF_PROPERTIES, type Operators, type PropertyType, type ValueKind } from './grammar.ts';
import { isParts, listOf, type Parts, textOf } from './json.ts';

/** A property that recorded events have. */
export type KnownProperty = EventPropertyChoicesQuery['eventProperties'][number];

/** A new condition on a property that is not chosen yet. */
export const FIRST_PROPERTY = { property: '', operator: 'equals', value: '' } as const;

/** The empty operand: null marks a number, not a text. */
const FIRST: Partial<Record<ValueKind, unknown>> = {
  text: '',
  texts: [],
  number: null,
  numbers: [null, null],
  numberList: [null],
  amount: null,
  amounts: [null, null],
  amountList: [null],
  currency: '',
  currencies: [],
};

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || listOf(value).some((one) => typeof one === 'number' || one === null);

/** How a property is compared. */
interface Compared {
  operator: string;
  value?: unknown;
}

/** A property condition. */
export interface Property extends Compared {
  property: string;
}

export const propertyOf = ({ property, operator, value }: Parts): Property => ({
  property: textOf(property),
  operator: textOf(operator),
  ...(value !== undefined && { value }),
});

/** The type of a comparison: from its operator, or from the value where two types share it. */
export function typeOf({ operator: name, value }: Compared): PropertyType {
  if (name in OF_PROPERTIES.number && !(name in OF_PROPERTIES.text)) return 'number';
  if (name === 'is_true' || name === 'is_false') return 'boolean';
  return isNumeric(value) || value === null ? 'number' : 'text';
}

/** Whether it is about the event itself. */
export const isOwn = (property: string): property is keyof typeof OF_EVENTS => Object.hasOwn(OF_EVENTS, property);

const operatorsOfType = (property: string, type: PropertyType): Operators =>
  isOwn(property) ? OF_EVENTS[property] : OF_PROPERTIES[type];

export const operatorsOfProperty = (row: Compared & { property?: string }): Operators =>
  operatorsOfType(row.property ?? '', typeOf(row));

/** The condition with another operator of a type. Its value stays where both ask for the same. */
export function compared(row: Property, operator: string, type: PropertyType): Property {
  const { value, ...rest } = row;
  const wanted = operatorsOfType(row.property, type)[operator];
  const keeps = type === typeOf(row) && wanted === operatorsOfProperty(row)[row.operator];
  return { ...rest, operator, ...(wanted !== 'none' && { value: keeps ? value : wanted && FIRST[wanted] }) };
}

/** The condition on another property, compared as that is best compared; a value that was typed is kept where it can be. */
export function named(row: Property, property: string, known: KnownProperty | undefined): Property {
  const next = { ...row, property };
  const isTyped =
    row.value !== undefined && row.value !== null && ![row.value].flat().every((one) => one === '' || one === null);
  if (isOwn(property) || isOwn(row.property)) {
    if (property === row.property) return row;
    const operators = isOwn(property) ? OF_EVENTS[property] : OF_PROPERTIES[adjusted(known)];
    return compared({ ...next, value: null }, firstOf(known, operators), adjusted(known));
  }
  if (!known || isTyped) return next;
  return compared(next, firstOf(known, OF_PROPERTIES[adjusted(known)]), adjusted(known));
}

const adjusted = (known: KnownProperty | undefined): PropertyType => {
  if (known?.type === 'NUMBER') return 'number';
  return known?.type === 'BOOLEAN' ? 'boolean' : 'text';
};

const firstOf = (known: KnownProperty | undefined, operators: Operators): string =>
  known?.inList && 'contains' in operators ? 'contains' : (Object.keys(operators)[0] as string);

/** The currency that conditions ask for, beside one on the value. */
export const currencyIn = (rows: readonly unknown[]): string | undefined =>
  rows
    .filter(isParts)
    .filter(({ property, operator }) => property === 'currency' && operator === 'equals')
    .map(({ value }) => textOf(value).toUpperCase())
    .find((currency) => /^[A-Z]{3}$/.test(currency));
