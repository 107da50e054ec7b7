import { remembered } from '../../async/remembered.ts';
import type { LinkSubject, Links } from '../../crypto/links.ts';
import { rewriteLinks } from '../../domain/content/rewrite-links.ts';

/** The addresses that count the opens and clicks of one message. */
export interface Tracking {
  /** The address that counts a click and redirects to `target`; `target` itself when the click is not counted. */
  link?(target: string): string;
  /** The address of a link that people do not see: only machines fetch it. */
  trap?: string;
  /** The address of the pixel. */
  pixel?: string;
  /** What an address becomes before that, whether it is counted or not. */
  utm?(target: string): string;
  /** Takes the addresses of the links that are exempt from both, as a text shows them. */
  exempt?: Set<string>;
}

/** Longer targets are left alone: some mail programs cut very long addresses off. */
const LONGEST_TARGET = 1_500;

const inAscii = remembered((address) => new URL(address).href);

/** The links of one message that count its clicks, and the hidden one. Our own links count nothing. */
export const countingLinks = (links: Links, own: LinkSubject): Pick<Tracking, 'link' | 'trap'> => ({
  link: (target) => (links.isOurs(target) ? target : links.url('click', own, target)),
  trap: links.url('more', own),
});

/** Rewrites a message's links so that clicks are counted, and adds the hidden link and the pixel at the end. */
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

/** Neither shown nor read aloud, and not reached by the keyboard. */
const hiddenLink = (url: string): string =>
  `<a href="${url}" aria-hidden="true" tabindex="-1" style="display:none"></a>`;

const pixelAt = (url: string): string =>
  `<img src="${url}" width="1" height="1" alt="" style="display:block;border:0">`;

function atTheEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + added : html.slice(0, end) + added + html.slice(end);
}
