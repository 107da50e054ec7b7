import type { GraphQLEnumType, GraphQLEnumValue } from 'graphql';
import { wireValue } from '../wire.ts';

/** A text without articles, case and punctuation. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(an?|the|is|was|by) /g, '')
    .replace(/ (e mail|record)$/, '')
    .trim();

/** Whether a value needs words: it does not say itself what it means, or it is the kind of an object's change. */
function needsWords(one: GraphQLEnumValue): boolean {
  const value = wireValue(one);
  return Boolean(one.description) && (value.includes('.') || plain(one.description ?? '') !== plain(value));
}

const lineOf = (one: GraphQLEnumValue): string =>
  one.description ? `- \`${wireValue(one)}\`: ${one.description}` : `- \`${wireValue(one)}\``;

/** What an enumeration is, and a list of all its values if one of them needs words. A list of some would look like all. */
export function describedValues(type: GraphQLEnumType): string {
  const values = type.getValues();
  const lines = values.some(needsWords) ? values.map(lineOf) : [];
  return [type.description ?? '', lines.join('\n')].filter(Boolean).join('\n\n');
}
