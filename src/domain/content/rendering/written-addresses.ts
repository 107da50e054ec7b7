/** An address in a source: its range and its text, with Liquid. */
export interface WrittenAddress {
  begin: number;
  end: number;
  source: string;
}

/** Liquid inside an address. Longer pieces are ignored: the patterns must stay fast on hostile sources. */
const LIQUID = String.raw`\{\{(?:(?!\}\})[\s\S]){0,300}\}\}|\{%(?:(?!%\})[\s\S]){0,300}%\}`;

const part = (others: string): string => `(?:${LIQUID}|[^${others}{]|\\{(?![{%]))*`;

/** Attributes whose value is an address. */
const ATTRIBUTE = new RegExp(
  String.raw`\s(?:href|src|background|action|poster)\s*=\s*(?:"(${part('"')})"|'(${part("'")})'|(${part(String.raw`\s"'>`)}))`,
  'gi',
);

/** An address in plain text, starting with its scheme. */
const IN_TEXT = new RegExp(String.raw`(https?:\/\/${part(String.raw`\s<>"'`)})`, 'gi');

/** The addresses with Liquid in a source of HTML or plain text. */
export function writtenAddresses(source: string, isHtml: boolean): WrittenAddress[] {
  const addresses: WrittenAddress[] = [];
  for (const match of source.matchAll(isHtml ? ATTRIBUTE : IN_TEXT)) {
    const value = match.slice(1).find((one) => one !== undefined) ?? '';
    if (!/\{[{%]/.test(value)) continue;
    const begin = match.index + match[0].lastIndexOf(value);
    addresses.push({ begin, end: begin + value.length, source: value.trim() });
  }
  return addresses;
}
