import { type Html, html } from '../../validation/html.ts';
import { codes, joined } from '../prose.ts';
import type { Schema } from './open-api.ts';

/** The rules that a value must follow, in words: its choices, size, pattern and default. Empty without any. */
export function boundsOf(schema: Schema): Html {
  const plain = alternativesOf(schema).find(({ type }) => type !== 'null') ?? schema;
  const { enum: choices, const: only, pattern } = plain;
  const { default: usual = plain.default } = schema;
  const each = plain.items && !plain.items.$ref && !plain.items.properties ? boundsOf(plain.items).text : '';
  const rules = [
    ...(only === undefined ? [] : [html`Always ${codes([only])}.`]),
    ...(choices ? [html`One of ${codes(choices)}.`] : []),
    ...sizeOf(plain),
    ...(pattern ? [PATTERNS[pattern] ?? html`Pattern: ${codes([pattern])}.`] : []),
    ...(usual === undefined ? [] : [html`Default: ${codes([JSON.stringify(usual)])}.`]),
    ...(each ? [html`Each entry: ${boundsOf(plain.items as Schema)}`] : []),
  ];
  return joined(rules, ' ');
}

/** Frequent patterns in words. */
const PATTERNS: Readonly<Record<string, Html>> = {
  '\\S': html`Not blank.`,
  '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*[^\\s\\u0000-\\u001f\\u007f\\u2028\\u2029][^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$': html`A single line, not blank.`,
  '^[Hh][Tt][Tt][Pp][Ss]?://': html`Begins with http:// or https://.`,
  '^([01]\\d|2[0-3]):[0-5]\\d$': html`A time such as 08:30.`,
};

/** The schemas of which a value fits one. */
export const alternativesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

const sizeOf = (schema: Schema): Html[] => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength || undefined, maxLength, ' characters'),
    ...range(minItems || undefined, maxItems, ' entries'),
  ];
};

function range(from: number | undefined, to: number | undefined, unit: string): Html[] {
  if (from !== undefined && from === to) return [html`Exactly ${count(from)}${unit}.`];
  if (from !== undefined && to !== undefined) return [html`${count(from)} to ${count(to)}${unit}.`];
  if (from !== undefined) return [html`At least ${count(from)}${unit}.`];
  return to === undefined ? [] : [html`At most ${count(to)}${unit}.`];
}

const count = (number: number): string => number.toLocaleString('en-GB');
