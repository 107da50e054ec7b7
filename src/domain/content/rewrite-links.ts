import { remembered } from '../../async/remembered.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { escaped } from '../../validation/html.ts';
import { addressInText } from './address-in-text.ts';
import { decodeAttribute } from './attribute-value.ts';
import { eachLinkTag, type Span } from './link-tags.ts';

/**
 * Replaces the web addresses of a message's links by the result of `rewrite`. A link with `data-no-track` or
 * `clicktracking="off"` loses that attribute and keeps its address, which is added to `exempt` as a text shows it. One
 * pass, because it runs for each of a million messages.
 */
export function rewriteLinks(html: string, rewrite: (address: string) => string, exempt?: Set<string>): string {
  let written = '';
  let done = 0;
  const replace = (start: number, end: number, other: string) => {
    written += html.slice(done, start) + other;
    done = end;
  };
  eachLinkTag(html, ({ href, markers, exempt: isExempt }) => {
    const raw = href && html.slice(href.start, href.end);
    const address = raw === undefined ? undefined : addressIn(raw);
    if (isExempt && address !== undefined) exempt?.add(addressInText(address));
    const other = address === undefined || isExempt ? address : rewrite(address);
    const write = () => other !== address && replace(href!.start, href!.end, `"${escaped(other!)}"`);
    if (markers.length === 0) write();
    else writeInOrder(href, markers, write, ({ start, end }) => replace(start, end, endsTag(html, end) ? '' : ' '));
  });
  return done === 0 ? html : written + html.slice(done);
}

/** Calls `write` for the address and `remove` for each marker, in the order of the HTML. */
function writeInOrder(
  href: Span | undefined,
  markers: readonly Span[],
  write: () => void,
  remove: (marker: Span) => void,
): void {
  const place = href?.start ?? 0;
  for (const marker of markers.filter(({ start }) => start < place)) remove(marker);
  write();
  for (const marker of markers.filter(({ start }) => start > place)) remove(marker);
}

/** Without a space, the text before a removed attribute would run into the next one. */
const endsTag = (html: string, at: number): boolean => /[\s/>]/.test(html[at]!);

/**
 * The web address in an attribute, as a browser requests it; undefined if there is none. Cached, as the messages of a
 * campaign mostly share their addresses.
 */
const addressIn = remembered((raw: string): string | undefined => {
  const quoted = raw[0] === '"' || raw[0] === "'";
  const address = withoutBreaks(decodeAttribute(quoted ? raw.slice(1, -1) : raw));
  return /^https?:[/\\]{2}/i.test(address) && parseUrl(address) ? address : undefined;
});

/** Browsers drop line breaks and tabs in an address, and the spaces around it (URL Standard, 4.4). */
const withoutBreaks = (address: string): string => address.replace(/[\t\n\r]+/g, '').replace(/^[\0- ]+|[\0- ]+$/g, '');
