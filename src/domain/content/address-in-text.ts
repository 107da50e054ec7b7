/** Liquid, which may produce an address or a part of one. */
const LIQUID = /(\{\{(?:(?!\{\{|\}\})[\s\S])*\}\}|\{%(?:(?!\{%|%\})[\s\S])*%\})/;

/**
 * A link's address as shown in text. Encodes characters that would end it there, such as spaces and unmatched brackets. It
 * leads to the same page. Keeps Liquid.
 */
export function addressInText(address: string): string {
  const trimmed = address.trim();
  if (!/^https?:/i.test(trimmed) || !/[\s<>"()[\]]/.test(trimmed)) return trimmed;
  const parts = trimmed.split(LIQUID); // odd parts are Liquid
  const plain = parts.filter((_, index) => index % 2 === 0).join('');
  const ends = [
    ...(isBalanced(plain, '(', ')') ? [] : ['(', ')']),
    ...(isBalanced(plain, '[', ']') ? [] : ['[', ']']),
    ...['<', '>', '"', ' '],
  ];
  const written = (part: string) =>
    part
      .replace(/[\t\n\r]+/g, '')
      .replace(/[\s<>"()[\]]/g, (character) =>
        ends.includes(character) || /\s/.test(character) ? percentEncoded(character) : character,
      );
  return parts.map((part, index) => (index % 2 === 0 ? written(part) : part)).join('');
}

const percentEncoded = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

function isBalanced(text: string, opening: string, closing: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === opening) open += 1;
    if (character === closing && --open < 0) return false;
  }
  return open === 0;
}
