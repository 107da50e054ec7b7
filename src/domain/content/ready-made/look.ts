import type { Block, Leaf, Settings } from '../compiling/blocks/document.ts';

const ACCENT = '#1f5f5b';
const QUIET = '#6b6a66';

/** The settings that all ready-made templates share: dark text on light backgrounds, one accent colour. */
export const look = (preheader: string): Settings => ({
  width: 600,
  background: '#f3f1ec',
  content_background: '#ffffff',
  color: '#22252b',
  link_color: ACCENT,
  font_family: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  preheader,
});

/** The name of the team, above everything. */
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

/**
 * Why the person receives the e-mail, then the postal address and the links to unsubscribe, where the message has them.
 */
export const ending = (text: string): Block[] => [
  { type: 'spacer', height: 16 },
  { type: 'divider', color: '#e4e0d8' },
  { type: 'footer', text, color: QUIET },
];

/** The items of a cart or an order: image if any, name, quantity, price. */
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
