import type { Block, Leaf, Settings } from '../compiling/blocks/document.ts';

const ACCENT = '#1f5f5b';
const QUIET = '#6b6a66';

/** Paper, ink and one colour; text that is dark on light wherever it stands. */
export const look = (preheader: string): Settings => ({
  width: 600,
  background: '#f3f1ec',
  content_background: '#ffffff',
  color: '#22252b',
  link_color: ACCENT,
  font_family: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  preheader,
});

/** Who writes, above everything. */
export const masthead: Block[] = [
  { type: 'spacer', height: 12 },
  { type: 'text', text: '**{{ team.name }}**', color: ACCENT, size: 18 },
  { type: 'divider', color: '#e4e0d8' },
  { type: 'spacer', height: 8 },
];

export const button = (text: string, href: string): Leaf => ({
  type: 'button',
  text,
  href,
  align: 'left',
  background: ACCENT,
});

export const quiet = (text: string): Leaf => ({ type: 'text', text, color: QUIET, size: 14 });

/** Why it came; then the postal address and the way out, where the message has them. */
export const ending = (text: string): Block[] => [
  { type: 'spacer', height: 16 },
  { type: 'divider', color: '#e4e0d8' },
  { type: 'footer', text, color: QUIET },
];

/** The things in a cart or an order: a picture where there is one, what it is, how many, what they cost. */
export const goods = (over: string): Block => ({
  type: 'repeat',
  over,
  as: 'item',
  blocks: [
    {
      type: 'columns',
      columns: [
        {
          width: 25,
          blocks: [
            {
              type: 'if',
              test: 'item.image',
              blocks: [{ type: 'image', src: '{{ item.image }}', alt: '{{ item.name }}', width: 100 }],
            },
          ],
        },
        { width: 50, blocks: [{ type: 'text', text: '**{{ item.name }}**\n\n{{ item.quantity | default: 1 }} ×' }] },
        { width: 25, blocks: [{ type: 'text', text: '{{ item.price }}', align: 'right' }] },
      ],
    },
  ],
});
