const IN_TEXT = /https?:\/\/[^\s<>"]+/gi;

/** What ends a sentence, or a quotation around an address, is no part of the address. */
const ENDS_SENTENCE = `.,;:!?'’‘“”»«›‹…。，、！？；：」』）】》`;

/**
 * Replaces the addresses of the web in a text: `rewrite` gives another one, or the same. An address that is alone in brackets,
 * as in `shop (https://shop.example/a.)`, ends at the bracket. Those in `exempt` stay as they are.
 */
export const rewriteLinksInText = (
  text: string,
  rewrite: (address: string) => string,
  exempt?: ReadonlySet<string>,
): string =>
  text.replace(IN_TEXT, (found, at: number) => {
    const address = found.slice(0, endOf(found, text[at - 1]));
    if (!URL.canParse(address) || exempt?.has(address)) return found;
    return rewrite(address) + found.slice(address.length);
  });

const CLOSES: Record<string, string> = { ')': '(', ']': '[' };

/** Where the address ends that a run of characters begins with; `before`: the character before it. */
function endOf(found: string, before: string | undefined): number {
  const closed = closingBracket(found);
  if (closed < found.length && before !== undefined && CLOSES[found[closed]!] === before) return closed;
  let end = closed;
  while (end > 0 && ENDS_SENTENCE.includes(found[end - 1]!)) end -= 1;
  return end;
}

/** The place of the first bracket that nothing in the address opens; its length if there is none. */
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
