/** A part of a source that is an address: where it is, and what it says, Liquid included. */
export interface AddressPlace {
  begin: number;
  end: number;
  source: string;
}

/** Liquid inside an address. Longer pieces are not looked for: the patterns must stay fast on hostile sources. */
const LIQUID = String.raw`\{\{(?:(?!\}\})[\s\S]){0,300}\}\}|\{%(?:(?!%\})[\s\S]){0,300}%\}`;

const part = (others: string): string => `(?:${LIQUID}|[^${others}{]|\\{(?![{%]))*`;

/** Attributes whose value is an address. */
const ATTRIBUTE = new RegExp(
  String.raw`\s(?:href|src|background|action|poster)\s*=\s*(?:"(${part('"')})"|'(${part("'")})'|(${part(String.raw`\s"'>`)}))`,
  'gi',
);

/** An address in plain text, from its scheme on. */
const IN_TEXT = new RegExp(String.raw`(https?:\/\/${part(String.raw`\s<>"'`)})`, 'gi');

/** The addresses in the source of HTML, or of plain text, that contain Liquid. */
export function addressPlaces(source: string, isHtml: boolean): AddressPlace[] {
  const places: AddressPlace[] = [];
  for (const match of source.matchAll(isHtml ? ATTRIBUTE : IN_TEXT)) {
    const value = match.slice(1).find((one) => one !== undefined) ?? '';
    if (!/\{[{%]/.test(value)) continue;
    const begin = match.index + match[0].lastIndexOf(value);
    places.push({ begin, end: begin + value.length, source: value.trim() });
  }
  return places;
}
