import { remembered } from '../../async/remembered.ts';

/** Looks no further than the next `<`: content that begins links and never ends them would hold up everything else for minutes. */
const HREF = /(<a\b[^<>]*?\shref\s*=\s*)("[^"]*"|'[^']*')/gi;

/**
 * Replaces the addresses of the web that the links of a message lead to: `rewrite` gives another address for one, or the
 * same. One pass, because it runs for each of a million messages.
 */
export const rewriteLinks = (html: string, rewrite: (address: string) => string): string =>
  html.replace(HREF, (_, begin: string, quoted: string) => begin + rewritten(quoted, rewrite));

function rewritten(quoted: string, rewrite: (address: string) => string): string {
  const address = addressIn(quoted);
  if (address === undefined) return quoted;
  const other = rewrite(address);
  return other === address ? quoted : `"${other.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

/** The address of the web in an attribute; undefined if there is none. The messages of a campaign have mostly the same ones. */
const addressIn = remembered((quoted: string): string | undefined => {
  const address = read(quoted.slice(1, -1));
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
});

const read = (attribute: string): string => {
  const trimmed = attribute.trim();
  if (!trimmed.includes('&')) return trimmed;
  return trimmed
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&quot;/gi, '"')
    .replace(/&#39;/g, "'");
};

const IN_TEXT = /https?:\/\/[^\s<>"]+/gi;

/** The same for the addresses in a text. What ends a sentence is no part of them, nor the bracket around one. */
export const rewriteLinksInText = (text: string, rewrite: (address: string) => string): string =>
  text.replace(IN_TEXT, (found) => {
    const address = found.slice(0, endOf(found));
    return URL.canParse(address) ? rewrite(address) + found.slice(address.length) : found;
  });

function endOf(found: string): number {
  let [end, opened, closed] = [found.length, found.split('(').length, found.split(')').length];
  for (; end > 0; end--) {
    const last = found[end - 1]!;
    if (last === ')' ? opened >= closed : !".,;:!?'’»".includes(last)) break;
    if (last === ')') closed -= 1;
  }
  return end;
}
