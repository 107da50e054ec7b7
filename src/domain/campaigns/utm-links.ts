import type { Links } from '../../crypto/links.ts';
import { rewriteLinks } from '../content/rewrite-links.ts';
import { rewriteLinksInText } from '../content/rewrite-links-in-text.ts';
import { type AddUtm, utmAdder } from './utm.ts';

/** Leaves our own signed links unchanged. */
export const butOurs = (add: AddUtm | undefined, links: Pick<Links, 'isOurs'>): AddUtm | undefined =>
  add && ((address) => (links.isOurs(address) ? address : add(address)));

/** Adds a campaign's parameters to the links of a rendered message, in both parts. */
export function withUtm<Parts extends { html: string; text: string }>(
  parts: Parts,
  utm: unknown,
  links: Pick<Links, 'isOurs'>,
): Parts {
  const add = butOurs(utmAdder(utm), links);
  if (!add) return parts;
  const exempt = new Set<string>();
  const html = rewriteLinks(parts.html, add, exempt);
  return { ...parts, html, text: rewriteLinksInText(parts.text, add, exempt) };
}
