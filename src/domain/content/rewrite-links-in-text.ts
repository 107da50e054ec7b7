import { parseUrl } from '../../network/parse-url.ts';

const IN_TEXT = /https?:\/\/[^\s<>"]+/gi;

/** Characters that end a sentence or a quotation do not belong to an address before them. */
const ENDS_SENTENCE = `.,;:!?'’‘“”»«›‹…。，、！？；：」』）】》`;

/**
 * Replaces the web addresses in a text by the result of `rewrite`. An address alone in brackets, as in `shop
 * (https://shop.example/a.)`, ends at the bracket. Those in `exempt` stay.
 */
export const rewriteLinksInText = (
  text: string,
  rewrite: (address: string) => string,
  exempt?: ReadonlySet<string>,
): string =>
  text.replace(IN_TEXT, (found, at: number) => {
    const address = found.slice(0, endOf(found, text[at - 1]));
    if (!parseUrl(address) || exempt?.has(address)) return found;
    return rewrite(address) + found.slice(address.length);
  });

const CLOSES: Record<string, string> = { ')': '(', ']': '[' };

/** The end of the address at the start of a run of characters; `before`: the character before it. */
function endOf(found: string, before: string | undefined): number {
  const closed = closingBracket(found);
  if (closed < found.length && before !== undefined && CLOSES[found[closed]!] === before) return closed;
  let end = closed;
  while (end > 0 && ENDS_SENTENCE.includes(found[end - 1]!)) end -= 1;
  return end;
}

/** The position of the first bracket without an opening one in the address; its length if there is none. */
function closingBracket(found: string): number {
  const open: Record<string, number> = { '(': 0, '[': 0 };
  for (let at = 0; at < found.length; at++) {
    const character = found[at]!;
    if (character in open) open[character]! += 1;
    const opener = CLOSES[character];
    if (opener === undefined) continue;
    if (open[opener] === 0) return at;
    open[opener]! -= 1;
  }
  return found.length;
}
