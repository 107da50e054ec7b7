import type { LeafOf, Products } from './leaves.ts';
import type { Look } from './look.ts';
import { attributes, mark, noTrack, prose, text } from './markup.ts';
import { image } from './picture-blocks.ts';
import { mjText } from './text-blocks.ts';

export function button(block: LeafOf<'button'>, look: Look): string {
  const { text: words, href, no_track } = block;
  const align = look.sides.align(block.align);
  const { background, text: colour } = look.button(block.background, block.color);
  const dark = look.inDark('& td,& a', `background:${background.dark};color:${colour.dark}`);
  const colours = { color: colour.light, 'background-color': background.light, 'css-class': dark };
  const shape = { 'font-size': '16px', 'border-radius': `${look.corners}px`, 'inner-padding': '12px 24px' };
  return `<mj-button${attributes({ href, ...mark(no_track), align, ...colours, ...shape, 'font-weight': '600' })}>${text(words)}</mj-button>`;
}

export function divider({ color }: LeafOf<'divider'>, look: Look): string {
  const line = look.line(color);
  const dark = look.inDark('& p', `border-top-color:${line.dark}`);
  return `<mj-divider${attributes({ 'border-width': '1px', 'border-color': line.light, 'css-class': dark })}/>`;
}

/** A discount code in a frame. */
export function coupon({ code, text: words, note }: LeafOf<'coupon'>, look: Look): string {
  const line = look.line('brand');
  const frame = `border:2px dashed ${line.light};border-radius:${look.corners}px;padding:16px;text-align:center`;
  const shown = `<p style="margin:0;font:700 26px/1.4 Consolas,Menlo,monospace;letter-spacing:2px">${text(code)}</p>`;
  const small = note ? `<div style="font-size:14px">${prose(note)}</div>` : '';
  const content = `<div style="${frame}">${words ? prose(words) : ''}${shown}${small}</div>`;
  return mjText(look, content, { 'css-class': look.inDark('& div', `border-color:${line.dark}`) });
}

/** The items of a cart or an order, `{name, quantity?, price, image?, description?}`, then the totals. */
export function order({ items, totals = [] }: LeafOf<'order'>, look: Look): string {
  const line = look.line('#e4e0d8');
  const cell = `padding:12px 0;border-bottom:1px solid ${line.light};vertical-align:top`;
  const { start, end } = look.sides;
  const amount = `text-align:${end};white-space:nowrap;padding-${start}:12px`;
  const price = `style="${cell};${amount}"`;
  const picture = `{% if item.image %}<img src="{{ item.image }}" alt="" width="56" height="56" style="float:${start};margin:${look.sides.box('0', '12px', '0', '0')};border-radius:4px">{% endif %}`;
  const name =
    '<strong>{{ item.name }}</strong>{% if item.quantity and item.quantity != 1 %} × {{ item.quantity }}{% endif %}{% if item.description %}<br>{{ item.description }}{% endif %}';
  const rows = `{% for item in ${items} %}<tr><td style="${cell}">${picture}${name}</td><td align="${end}" ${price}>{{ item.price }}</td></tr>{% endfor %}`;
  const sums = totals.map(({ label, value, strong, test }, index) => {
    const weight = `padding:${index === 0 ? 12 : 4}px 0 0;${strong ? 'font-weight:700;font-size:18px' : ''}`;
    const row = `<tr><td style="${weight}">${text(label)}</td><td align="${end}" style="${weight};${amount}">${text(value)}</td></tr>`;
    return test ? `{% if ${test} %}${row}{% endif %}` : row;
  });
  const dark = look.inDark('& td', `border-color:${line.dark}`);
  const table = `<table class="aligned" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;font-size:16px;line-height:1.5">${rows}${sums.join('')}</table>`;
  return mjText(look, table, { 'css-class': dark });
}

/** One column of a row of products. */
export function product(one: Products['items'][number], look: Look): string {
  const { src, alt, name, text: words, price, href, no_track, button: action } = one;
  const content = [
    `<p style="margin:0"><a${noTrack(no_track)} href="${text(href)}" style="text-decoration:none"><strong>${text(name)}</strong></a></p>`,
    ...(words ? [`<div style="font-size:14px">${prose(words)}</div>`] : []),
    ...(price ? [`<p style="margin:0">${text(price)}</p>`] : []),
  ];
  const picture = image({ type: 'image', src, alt, href, no_track }, look);
  const press = action
    ? button({ type: 'button', text: action, href, no_track, background: 'brand', align: 'start' }, look)
    : '';
  return `${picture}${mjText(look, content.join(''))}${press}`;
}

/** The products, `columns` in a row. */
export function rowsOf({ items, columns = 2 }: Products): Products['items'][] {
  const rows = Math.ceil(items.length / columns);
  return Array.from({ length: rows }, (_, row) => items.slice(row * columns, (row + 1) * columns));
}
