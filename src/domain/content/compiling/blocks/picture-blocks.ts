import { networkName } from '../../network-name.ts';
import type { LeafOf } from './leaves.ts';
import type { Look } from './look.ts';
import { attributes, mark, noTrack, text } from './markup.ts';
import { mjText } from './text-blocks.ts';

export function image({ src, alt, href, no_track, width, align: given, full }: LeafOf<'image'>, look: Look): string {
  const shape = full ? { padding: '0 0 8px' } : { 'border-radius': `${look.corners}px` };
  const align = look.sides.align(given);
  const size = width ? { width: `${width}px` } : { 'fluid-on-mobile': 'true' };
  return `<mj-image${attributes({ src, alt, href, ...mark(no_track), align, ...size, ...shape })}/>`;
}

/** The team's logo, or its name if it has none. */
export function logo(block: LeafOf<'logo'>, look: Look): string {
  const { align = 'start', href = '{{ team.brand.website_url }}' } = block;
  const picture =
    '<img class="said" src="{{ team.brand.logo_url }}" alt="{{ team.name }}" width="{{ team.brand.logo_width }}" style="display:inline-block;max-width:100%;border:0">';
  const name = '<strong style="font-size:20px">{{ team.name }}</strong>';
  const shown = `{% if team.brand.logo_url %}${picture}{% else %}${name}{% endif %}`;
  const link = `<a class="plain"${noTrack(block.no_track)} href="${text(href)}"`;
  const style = `style="color:${look.text('brand').light};text-decoration:none"`;
  const linked = isOfBrand(href)
    ? `{% if team.brand.website_url %}${link} ${style}>${shown}</a>{% else %}${shown}{% endif %}`
    : `${link} ${style}>${shown}</a>`;
  return mjText(look, linked, { align: look.sides.align(align), color: look.text('brand') });
}

const isOfBrand = (href: string): boolean => href === '{{ team.brand.website_url }}';

/** A still picture that links to a film, as mail clients do not play films. */
export function video({ src, alt, href, no_track, text: words }: LeafOf<'video'>, look: Look): string {
  const still = `<mj-image${attributes({ src, alt, href, ...mark(no_track), 'border-radius': `${look.corners}px` })}/>`;
  const watch = `<a${noTrack(no_track)} href="${text(href)}">▶ ${text(words)}</a>`;
  return `${still}${mjText(look, watch, { align: 'center' })}`;
}

/** A few links side by side. */
export function menu({ links, align = 'center', boxed }: LeafOf<'menu'>, look: Look): string {
  const box = `border:1px solid ${look.link().light};border-radius:${look.corners}px;margin:2px;padding:10px 16px`;
  const all = links.map(
    ({ text: words, href, no_track }) =>
      `<a${noTrack(no_track)} href="${text(href)}" style="display:inline-block;text-decoration:none;${boxed ? box : 'padding:4px 10px'}">${text(words)}</a>`,
  );
  const dark = boxed ? look.inDark('& a', `border-color:${look.link().dark}`) : undefined;
  return mjText(look, all.join(' '), { align: look.sides.align(align), 'font-size': '15px', 'css-class': dark });
}

/** Links to the team's social pages, or the given ones. */
export function social({ links, align = 'center' }: LeafOf<'social'>, look: Look): string {
  const shown = links
    ? links.map(({ network, url, no_track }) => sign(network, text(url), networkName(network), no_track)).join(' ')
    : `{% for link in team.brand.social_links %}${sign('{{ link.network }}', '{{ link.url }}', '{{ link.name }}')} {% endfor %}`;
  return mjText(look, shown, { align: look.sides.align(align) });
}

const sign = (network: string, url: string, name: string, isUntracked?: boolean): string =>
  `<a${noTrack(isUntracked)} href="${url}" style="display:inline-block;padding:2px 4px"><img class="said" src="{{ team.pictures_url }}/social/${network}.png" alt="${name}" width="28" height="28" style="display:block;border:0"></a>`;
