import type { Block } from './document.ts';
import { align, colour, type Field, line, maybe, NETWORKS, noTrack, number } from './fields.ts';

/** A kind of block: its starter and its editable values. */
interface Kind {
  starter: Block;
  fields: readonly Field[];
}

const picture = (name: string) => `{{ team.pictures_url }}/${name}.png`;
const text = { key: 'text', as: 'text' } as const;
const href = { key: 'href', as: 'address' } as const;
const src = { key: 'src', as: 'picture' } as const;
const SHOP = 'https://shop.example';
const inside = (): Block[] => [{ type: 'text', text: '…' }];

const link = { text: 'Shop', href: SHOP };
const product = { src: picture('product-rye'), alt: '', name: 'Rye', price: '€ 4.90', href: SHOP };

export const KINDS = {
  heading: {
    starter: { type: 'heading', text: 'Heading' },
    fields: [line('text'), { key: 'level', as: 'choice', of: [1, 2, 3], optional: true }, align, colour('color')],
  },
  text: {
    starter: { type: 'text', text: '…' },
    fields: [
      text,
      align,
      colour('color'),
      number('size', 10, 40),
      { ...maybe('no_track', 'flag'), label: 'no_track_all' },
    ],
  },
  image: {
    starter: { type: 'image', src: picture('hero-table'), alt: '' },
    fields: [
      src,
      line('alt'),
      maybe('href', 'address'),
      noTrack,
      number('width', 10, 1_200),
      align,
      maybe('full', 'flag'),
    ],
  },
  button: {
    starter: { type: 'button', text: 'Read on', href: SHOP, background: 'brand' },
    fields: [line('text'), href, noTrack, align, colour('background'), colour('color')],
  },
  divider: { starter: { type: 'divider' }, fields: [colour('color')] },
  spacer: { starter: { type: 'spacer', height: 24 }, fields: [{ key: 'height', as: 'number', min: 1, max: 200 }] },
  logo: { starter: { type: 'logo' }, fields: [align, maybe('href', 'address'), { ...noTrack, of: '' }] },
  menu: {
    starter: { type: 'menu', links: [link] },
    fields: [
      { key: 'links', as: 'list', fields: [line('text'), href, noTrack], starter: link, min: 1, max: 12 },
      align,
      maybe('boxed', 'flag'),
    ],
  },
  social: {
    starter: { type: 'social' },
    fields: [
      {
        key: 'links',
        as: 'list',
        min: 0,
        max: 12,
        optional: true,
        fields: [
          { key: 'network', as: 'choice', of: NETWORKS },
          { key: 'url', as: 'address' },
          { ...noTrack, of: 'url' },
        ],
        starter: { network: 'instagram', url: 'https://www.instagram.com/' },
      },
      align,
    ],
  },
  quote: { starter: { type: 'quote', text: '…' }, fields: [text, maybe('author', 'line')] },
  video: {
    starter: { type: 'video', src: picture('hero-video'), alt: '', href: SHOP, text: 'Watch the film' },
    fields: [src, line('alt'), href, noTrack, line('text')],
  },
  coupon: {
    starter: { type: 'coupon', code: 'WELCOME10' },
    fields: [line('code'), maybe('text', 'text'), maybe('note', 'text')],
  },
  products: {
    starter: { type: 'products', items: [product, { ...product, src: picture('product-jam'), name: 'Jam' }] },
    fields: [
      {
        key: 'items',
        as: 'list',
        starter: product,
        min: 1,
        max: 24,
        fields: [
          src,
          line('alt'),
          line('name'),
          maybe('price', 'line'),
          href,
          noTrack,
          maybe('text', 'text'),
          maybe('button', 'line'),
        ],
      },
      { key: 'columns', as: 'choice', of: [2, 3], optional: true },
    ],
  },
  order: {
    starter: { type: 'order', items: 'order.items' },
    fields: [
      line('items'),
      {
        key: 'totals',
        as: 'list',
        min: 0,
        max: 10,
        optional: true,
        fields: [line('label'), line('value'), maybe('strong', 'flag'), maybe('test', 'line')],
        starter: { label: 'Total', value: '{{ order.total }}', strong: true },
      },
    ],
  },
  html: { starter: { type: 'html', html: '<p></p>' }, fields: [{ key: 'html', as: 'code' }] },
  footer: {
    starter: { type: 'footer' },
    fields: [maybe('text', 'text'), colour('color'), maybe('unsubscribe', 'line'), maybe('preferences', 'line')],
  },
  section: {
    starter: { type: 'section', background: '#f3f1ec', blocks: inside() },
    fields: [{ key: 'background', as: 'colour' }],
  },
  columns: {
    starter: { type: 'columns', columns: [{ blocks: inside() }, { blocks: inside() }] },
    fields: [
      {
        key: 'columns',
        as: 'list',
        min: 2,
        max: 4,
        starter: { blocks: inside() },
        fields: [number('width', 5, 95)],
      },
      maybe('keep', 'flag'),
    ],
  },
  repeat: {
    starter: { type: 'repeat', over: 'event.items', as: 'item', blocks: inside() },
    fields: [line('over'), line('as')],
  },
  if: { starter: { type: 'if', test: 'subscriber.first_name', blocks: inside() }, fields: [line('test')] },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** The kinds in menu order, by purpose. */
export const GROUPS: readonly { name: 'text' | 'images' | 'shop' | 'layout'; kinds: readonly KindName[] }[] = [
  { name: 'text', kinds: ['heading', 'text', 'button', 'quote', 'menu', 'footer'] },
  { name: 'images', kinds: ['image', 'logo', 'video', 'social'] },
  { name: 'shop', kinds: ['products', 'coupon', 'order'] },
  { name: 'layout', kinds: ['columns', 'section', 'divider', 'spacer', 'repeat', 'if', 'html'] },
];

export const isKind = (type: string): type is KindName => Object.hasOwn(KINDS, type);

/** A short excerpt that distinguishes a block from others of its kind. */
export function summaryOf(block: Block): string {
  const said = [block.text, block.code, block.alt, block.test, block.over, block.items, block.html, block.background];
  return said.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.slice(0, 80) ?? '';
}
