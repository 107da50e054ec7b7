import { bandsOf } from './bands.ts';
import { isRightToLeft } from './direction.ts';
import type { Block, BlockDocument, Container } from './document.ts';
import { leaf } from './leaf.ts';
import type { Products } from './leaves.ts';
import { Look } from './look.ts';
import { attributes, raw, text } from './markup.ts';
import { product, rowsOf } from './shop-blocks.ts';

const FONT = 'Helvetica, Arial, sans-serif';

/** Converts a document to MJML, and to CSS to be inlined. Keeps Liquid in its texts. */
export function toMjml({ settings = {}, blocks }: BlockDocument): { mjml: string; css: string } {
  const look = new Look(settings);
  const { width = 600, language, preheader } = settings;
  const dir = isRightToLeft(language) ? 'rtl' : undefined;
  const page = look.page();
  const bands = bandsOf(blocks, look).map((band) => {
    const { light, dark } = band.background;
    const own = { 'background-color': light, 'css-class': look.inDark('&,& > table', `background:${dark}`) };
    return `<mj-wrapper${attributes({ ...own, padding: band.padding, 'border-radius': band.corners })}>
${sectionsOf(band.blocks, look)}
</mj-wrapper>`;
  });
  const body = {
    width: `${width}px`,
    'background-color': page.light,
    'css-class': look.inDark('&,& > div', `background:${page.dark}`),
  };
  const mjml = `<mjml${attributes({ lang: language, dir })}><mj-head>${head(look)}</mj-head><mj-body${attributes(body)}>
${preheader ? hidden(preheader) : ''}${bands.join('\n')}
</mj-body></mjml>`;
  return { mjml, css: typography(look) };
}

function head(look: Look): string {
  const { font_family = FONT } = look.settings;
  const font = font_family === 'brand' ? '{{ team.brand.font_family }}' : text(font_family);
  const all = { color: look.text().light, 'font-size': '16px', 'line-height': '1.5' };
  const isRtl = look.sides.start === 'right';
  const mirrored = isRtl ? MIRRORED.map((name) => `<${name} direction="rtl"/>`).join('') : '';
  const css = look.css();
  const dark = `<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw><mj-style>${css}</mj-style>`;
  return `<mj-attributes><mj-all font-family="${font}"/><mj-text${attributes({ ...all, align: isRtl ? 'right' : undefined })}/>${mirrored}</mj-attributes>
${css ? dark : ''}`;
}

/** These elements lay out their content from left to right unless `direction` is set. */
const MIRRORED = ['mj-wrapper', 'mj-section', 'mj-group', 'mj-column'];

const typography = (look: Look): string => `a { color: ${look.link().light} }
p, ol, ul { margin: 0 0 12px }
ol, ul { padding-${look.sides.start}: 24px }
p:last-child, ol:last-child, ul:last-child { margin: 0 }`;

/** Hidden text for inboxes to show after the subject. Not MJML's mj-preview: its white text on white looks like spam. */
const hidden = (preheader: string): string =>
  raw(`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${text(preheader)}</div>`);

/** Full-width blocks. Consecutive blocks share a section, which keeps the message small. */
function sectionsOf(blocks: readonly Block[], look: Look): string {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last && !isWide(block) && !isWide(last[0]!)) last.push(block);
    else runs.push([block]);
  }
  return runs.map((run) => (isWide(run[0]!) ? wide(run[0], look) : section(inColumn(run, look)))).join('\n');
}

type Wide = Products | Container;

/** Whether it has columns, which MJML does not allow inside a column. */
const isWide = (block: Block): block is Wide => {
  switch (block.type) {
    case 'products':
    case 'columns':
    case 'section':
      return true;
    case 'repeat':
    case 'if':
      return [...block.blocks, ...(block.type === 'if' ? (block.else ?? []) : [])].some(isWide);
    default:
      return false;
  }
};

function wide(block: Wide, look: Look): string {
  switch (block.type) {
    case 'columns': {
      const columns = block.columns.map(({ width, blocks }) => column(inColumn(blocks, look), width));
      return row(columns, block.keep ?? false);
    }
    case 'products':
      return rowsOf(block)
        .map((items) => row(inRow(items, block.columns ?? 2, look), block.columns !== 3))
        .join('\n');
    case 'section':
      return sectionsOf(block.blocks, look);
    default:
      return around(block, (blocks) => sectionsOf(blocks, look));
  }
}

/** The last row may have fewer products than columns; they keep the width of those above. */
const inRow = (items: Products['items'], columns: number, look: Look): string[] => [
  ...items.map((one) => column(product(one, look), 100 / columns)),
  ...Array.from({ length: columns - items.length }, () => column('', 100 / columns)),
];

const section = (content: string): string => `<mj-section padding="0"><mj-column>${content}</mj-column></mj-section>`;

const row = (columns: readonly string[], keep: boolean): string =>
  `<mj-section padding="0">${keep ? `<mj-group>${columns.join('')}</mj-group>` : columns.join('')}</mj-section>`;

const column = (content: string, width?: number): string =>
  `<mj-column${attributes({ width: width && `${Number(width.toFixed(4))}%` })}>${content}</mj-column>`;

/** Blocks in a column. Side-by-side blocks are stacked there. */
function inColumn(blocks: readonly Block[], look: Look): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'columns':
          return block.columns.map((one) => inColumn(one.blocks, look)).join('');
        case 'products':
          return block.items.map((one) => product(one, look)).join('');
        case 'section':
          return inColumn(block.blocks, look);
        case 'repeat':
        case 'if':
          return around(block, (inside) => inColumn(inside, look));
        default:
          return leaf(block, look);
      }
    })
    .join('\n');
}

function around(block: Extract<Block, { type: 'repeat' | 'if' }>, write: (blocks: readonly Block[]) => string): string {
  if (block.type === 'repeat') {
    return `${raw(`{% for ${block.as} in ${block.over} %}`)}${write(block.blocks)}${raw('{% endfor %}')}`;
  }
  const otherwise = block.else ? `${raw('{% else %}')}${write(block.else)}` : '';
  return `${raw(`{% if ${block.test} %}`)}${write(block.blocks)}${otherwise}${raw('{% endif %}')}`;
}
