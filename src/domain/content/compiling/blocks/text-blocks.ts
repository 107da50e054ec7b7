import { FOOTER_TEXTS } from '../../footer-texts.ts';
import { POSTAL_ADDRESS } from '../../postal-address.ts';
import type { LeafOf } from './leaves.ts';
import type { Look, Pair } from './look.ts';
import { attributes, prose, text, withoutTracking } from './markup.ts';

const HEADING_SIZES = { 1: 28, 2: 22, 3: 18 } as Record<number, number>;

/** `<mj-text>` with these attributes, in a colour with a dark-mode counterpart. */
export function mjText(look: Look, content: string, given: { color?: Pair } & Record<string, unknown> = {}): string {
  const { color = look.text(), 'css-class': own, ...rest } = given;
  const classes = [own, look.inDark('& div', `color:${color.dark}`), look.inDark('& a', `color:${look.link().dark}`)];
  const all = { color: color.light, 'css-class': classes.filter(Boolean).join(' ') || undefined, ...rest };
  return `<mj-text${attributes(all as Record<string, string>)}>${content}</mj-text>`;
}

export function heading({ level = 1, align: given, color, text: words }: LeafOf<'heading'>, look: Look): string {
  const align = look.sides.align(given);
  const size = { 'font-size': `${HEADING_SIZES[level]}px`, 'line-height': '1.25' };
  const content = `<h${level} style="margin:0;font-size:inherit">${text(words)}</h${level}>`;
  return mjText(look, content, { color: look.text(color), align, ...size });
}

export const paragraph = ({ align, color, size, text: words, no_track }: LeafOf<'text'>, look: Look): string =>
  mjText(look, withoutTracking(prose(words), no_track), {
    color: look.text(color),
    align: look.sides.align(align),
    'font-size': size && `${size}px`,
  });

/** A quotation with a line at its side. */
export function quote({ text: words, author }: LeafOf<'quote'>, look: Look): string {
  const line = look.line('brand');
  const { sides } = look;
  const box = `padding:${sides.box('2px', '0', '2px', '16px')};border-${sides.start}:3px solid ${line.light}`;
  const content = `<blockquote style="margin:0;${box};font-size:18px">${prose(words)}${
    author ? `<p style="margin:0;font-size:14px">— ${text(author)}</p>` : ''
  }</blockquote>`;
  return mjText(look, content, { 'css-class': look.inDark('& blockquote', `border-color:${line.dark}`) });
}

/**
 * The reason for the message, then the postal address and the unsubscribe and preferences links, if the message has them.
 */
export function footer(block: LeafOf<'footer'>, look: Look): string {
  const { text: words, color = '#5f6368' } = block;
  const { unsubscribe, preferences } = { ...FOOTER_TEXTS.en, ...block };
  const imprint = `${POSTAL_ADDRESS}
{% if unsubscribe_url %}<p><a href="{{ unsubscribe_url }}">${text(unsubscribe)}</a>{% if preferences_url %} · <a href="{{ preferences_url }}">${text(preferences)}</a>{% endif %}</p>{% endif %}`;
  const look13 = { align: 'center', 'font-size': '13px' };
  return mjText(look, (words ? prose(words) : '') + imprint, { color: look.text(color), ...look13 });
}
