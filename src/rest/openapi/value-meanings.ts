import type { GraphQLEnumType, GraphQLEnumValue } from 'graphql';
import { wireValue } from '../wire.ts';
import { componentName } from './component-names.ts';

/** A text without articles, case and punctuation. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(an?|the|is|was|by) /g, '')
    .replace(/ (e mail|record)$/, '')
    .trim();

/** What a value means, as an item of a list. None if the value says the same, unless it is the kind of an object's change. */
function meaningOf(one: GraphQLEnumValue): string[] {
  const { description } = one;
  const value = wireValue(one);
  const says = value.includes('.') || (description && plain(description) !== plain(value));
  return description && says ? [`- \`${value}\`: ${description}`] : [];
}

const valuesOf = (type: GraphQLEnumType): string[] => type.getValues().map(wireValue);

/** An enumeration with all values but one of this type. */
const withOneLess = (type: GraphQLEnumType, all: readonly GraphQLEnumType[]): GraphQLEnumType | undefined =>
  all.find((other) => {
    const [own, others] = [new Set(valuesOf(type)), valuesOf(other)];
    return others.length > 3 && others.length === own.size - 1 && others.every((value) => own.has(value));
  });

/** What an enumeration is, and a list of its values that need words. `all`: enumerations that are described, too. */
export function describedValues(type: GraphQLEnumType, all: readonly GraphQLEnumType[]): string {
  const less = withOneLess(type, all);
  const known = new Set(less && valuesOf(less));
  const meanings = type.getValues().flatMap((one) => (known.has(wireValue(one)) ? [] : meaningOf(one)));
  const others = less ? [`\`${componentName(less.name)}\` describes the other values.`] : [];
  return [type.description ?? '', meanings.join('\n'), ...others].filter(Boolean).join('\n\n');
}
