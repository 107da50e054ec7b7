import { markdownPart } from '../compile-markdown.ts';
import { protectLiquid } from '../protect-liquid.ts';
import type { Block, BlockDocument, Columns, Leaf, Settings } from './document.ts';

const FONT = 'Helvetica, Arial, sans-serif';
const HEADING_SIZES = { 1: 26, 2: 21, 3: 17 } as Record<number, number>;

/** Converts a document to MJML. Liquid in its texts is kept. */
export function toMjml({ settings = {}, blocks }: BlockDocument): string {
  const { width = 600, background = '#f4f4f4', content_background = '#ffffff' } = settings;
  return `<mjml><mj-head>${head(settings)}</mj-head><mj-body${attributes({ width: `${width}px`, 'background-color': background })}>
${preview(settings)}<mj-wrapper${attributes({ 'background-color': content_background, padding: '16px 0' })}>
${blocks.map((block) => outer(block)).join('\n')}
</mj-wrapper></mj-body></mjml>`;
}

function head({ color = '#1a1a1a', link_color = '#0b57d0', font_family = FONT }: Settings): string {
  const all = attributes({ 'font-family': font_family, color, 'font-size': '16px', 'line-height': '1.5' });
  return `<mj-attributes><mj-all font-family="${escapeHtml(font_family)}"/><mj-text${all}/></mj-attributes>
<mj-style inline="inline">a { color: ${link_color} } p { margin: 0 0 12px }</mj-style>`;
}

/** What inboxes show after the subject. Not MJML's mj-preview: its white text on white looks like spam. */
const preview = ({ preheader }: Settings): string =>
  preheader ? raw(`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${text(preheader)}</div>`) : '';

/** A block at the top level: content gets a section around it, and Liquid goes around sections. */
function outer(block: Block): string {
  switch (block.type) {
    case 'columns':
      return columns(block);
    case 'repeat':
    case 'if':
      return around(block, outer);
    default:
      return `<mj-section padding="0"><mj-column>${leaf(block)}</mj-column></mj-section>`;
  }
}

/** A block in a column. Columns inside columns are written one after the other, because MJML cannot nest sections. */
function inner(block: Block): string {
  switch (block.type) {
    case 'columns':
      return block.columns.flatMap(({ blocks }) => blocks.map(inner)).join('');
    case 'repeat':
    case 'if':
      return around(block, inner);
    default:
      return leaf(block);
  }
}

function around(block: Extract<Block, { type: 'repeat' | 'if' }>, write: (block: Block) => string): string {
  const all = (blocks: readonly Block[]) => blocks.map(write).join('\n');
  if (block.type === 'repeat') {
    return `${raw(`{% for ${block.as} in ${block.over} %}`)}${all(block.blocks)}${raw('{% endfor %}')}`;
  }
  const otherwise = block.else ? `${raw('{% else %}')}${all(block.else)}` : '';
  return `${raw(`{% if ${block.test} %}`)}${all(block.blocks)}${otherwise}${raw('{% endif %}')}`;
}

const raw = (content: string): string => `<mj-raw>${content}</mj-raw>`;

const columns = ({ columns }: Columns): string =>
  `<mj-section padding="0">${columns
    .map(({ width, blocks }) => {
      const size = attributes({ width: width && `${width}%` });
      return `<mj-column${size}>${blocks.map(inner).join('')}</mj-column>`;
    })
    .join('')}</mj-section>`;

function leaf(block: Leaf): string {
  switch (block.type) {
    case 'heading': {
      const { level = 1, align, color } = block;
      const look = attributes({ align, color, 'font-size': `${HEADING_SIZES[level]}px`, 'line-height': '1.25' });
      return `<mj-text${look}><h${level} style="margin:0;font-size:inherit">${text(block.text)}</h${level}></mj-text>`;
    }
    case 'text': {
      const { align, color, size } = block;
      return `<mj-text${attributes({ align, color, 'font-size': size && `${size}px` })}>${prose(block.text)}</mj-text>`;
    }
    case 'image': {
      const { src, alt, href, width, align } = block;
      return `<mj-image${attributes({ src, alt, href, width: width && `${width}px`, align })}/>`;
    }
    case 'button': {
      const { href, align, color = '#ffffff', background = '#1a1a1a' } = block;
      const look = attributes({ href, align, color, 'background-color': background, 'font-size': '16px' });
      return `<mj-button${look}>${text(block.text)}</mj-button>`;
    }
    case 'divider':
      return `<mj-divider${attributes({ 'border-width': '1px', 'border-color': block.color ?? '#dddddd' })}/>`;
    case 'spacer':
      return `<mj-spacer height="${block.height}px"/>`;
    case 'html':
      return `<mj-text>${block.html}</mj-text>`;
    case 'footer':
      return `<mj-text${attributes({ align: 'center', color: block.color ?? '#666666', 'font-size': '13px' })}>${
        block.text ? prose(block.text) : ''
      }${IMPRINT}</mj-text>`;
  }
}

/** The postal address and the links to unsubscribe and to the preferences, where the message has them. */
const IMPRINT = `{% if team.postal_address %}<p>{{ team.postal_address }}</p>{% endif %}
{% if unsubscribe_url %}<p><a href="{{ unsubscribe_url }}">Unsubscribe</a>{% if preferences_url %} · <a href="{{ preferences_url }}">Preferences</a>{% endif %}</p>{% endif %}`;

/** Markdown without HTML. */
function prose(source: string): string {
  const liquid = protectLiquid(source);
  return liquid.restore(markdownPart(liquid.text));
}

function text(source: string): string {
  const liquid = protectLiquid(source);
  return liquid.restore(escapeHtml(liquid.text));
}

function attributes(given: Record<string, string | number | undefined>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${attribute(String(value))}"`)
    .join('');
}

/** Liquid in an attribute keeps its quotes: compileMjml protects it again before MJML reads it. */
const attribute = (value: string): string => text(value);

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
