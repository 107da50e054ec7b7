import { remembered } from '../../../async/remembered.ts';
import type { LinkSubject, Links } from '../../../crypto/links.ts';
import { rewriteLinks } from '../../content/rewrite-links.ts';

/** The addresses that count the opens and clicks of one message. */
export interface Tracking {
  /** The URL that counts a click and redirects to `target`; `target` itself when clicks are not counted. */
  link?(target: string): string;
  /** The URL of a hidden link, which only machines fetch. */
  trap?: string;
  /** The URL of the pixel. */
  pixel?: string;
  /** Adds UTM parameters to a URL first, whether it is counted or not. */
  utm?(target: string): string;
  /** Receives the URLs of links that are exempt from both, as a text shows them. */
  exempt?: Set<string>;
}

/** Longer targets stay as they are: some mail clients cut very long URLs off. */
const LONGEST_TARGET = 1_500;

const inAscii = remembered((address) => new URL(address).href);

/** The counting links of one message, and the hidden one. Our own links count nothing. */
export const countingLinks = (links: Links, own: LinkSubject): Pick<Tracking, 'link' | 'trap'> => ({
  link: (target) => (links.isOurs(target) ? target : links.url('click', own, target)),
  trap: links.url('more', own),
});

/** Rewrites a message's links to count clicks, and adds the hidden link and the pixel at the end. */
export function addTracking(html: string, { link, trap, pixel, utm, exempt }: Tracking): string {
  const rewrite = (address: string) => {
    const target = utm ? utm(address) : address;
    if (!link) return target;
    const href = inAscii(target);
    return href.length <= LONGEST_TARGET ? link(href) : target;
  };
  const linked = rewriteLinks(html, rewrite, exempt);
  const added = `${trap ? hiddenLink(trap) : ''}${pixel ? pixelAt(pixel) : ''}`;
  return added ? atTheEnd(linked, added) : linked;
}

/** Neither shown nor read aloud, and not reachable by keyboard. */
const hiddenLink = (url: string): string =>
  `<a href="${url}" aria-hidden="true" tabindex="-1" style="display:none"></a>`;

const pixelAt = (url: string): string =>
  `<img src="${url}" width="1" height="1" alt="" style="display:block;border:0">`;

function atTheEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + added : html.slice(0, end) + added + html.slice(end);
}
