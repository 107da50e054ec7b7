import { OF_PROPERTIES, type Operators, type PropertyType, type ValueKind } from './grammar.ts';
import { listOf, type Parts, textOf } from './json.ts';

/** A condition on a property before anybody has said which. */
export const FIRST_PROPERTY = { property: '', operator: 'equals', value: '' } as const;

/** What a value is before anybody has typed one: null tells a number from a text. */
const FIRST: Partial<Record<ValueKind, unknown>> = { text: '', texts: [], number: null, numbers: [null, null] };

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || listOf(value).some((one) => typeof one === 'number' || one === null);

/** What a property is compared with, and how. */
interface Compared {
  operator: string;
  value?: unknown;
}

/** What a condition on a property says. */
export interface Property extends Compared {
  property: string;
}

export const propertyOf = ({ property, operator, value }: Parts): Property => ({
  property: textOf(property),
  operator: textOf(operator),
  ...(value !== undefined && { value }),
});

/** By what a property is compared: its operator says it, and where two types share it, the value. */
export function typeOf({ operator: name, value }: Compared): PropertyType {
  if (name in OF_PROPERTIES.number && !(name in OF_PROPERTIES.text)) return 'number';
  if (name === 'is_true' || name === 'is_false') return 'boolean';
  return isNumeric(value) || value === null ? 'number' : 'text';
}

export const operatorsOfProperty = (row: Compared): Operators => OF_PROPERTIES[typeOf(row)];

/** The condition with another operator of a type. Its value stays where both ask for the same. */
export function compared(row: Property, operator: string, type: PropertyType): Property {
  const { value, ...rest } = row;
  const wanted: ValueKind | undefined = (OF_PROPERTIES[type] as Operators)[operator];
  const keeps = type === typeOf(row) && wanted === operatorsOfProperty(row)[row.operator];
  return { ...rest, operator, ...(wanted !== 'none' && { value: keeps ? value : wanted && FIRST[wanted] }) };
}
