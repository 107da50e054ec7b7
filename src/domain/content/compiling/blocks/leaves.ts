import { z } from 'zod';
import { listOf, oneOf, record, yesOrNo } from '../../../../validation/text.ts';
import { SOCIAL_NETWORKS } from '../../pictures.ts';
import { address, align, expression, namedColour, path, pixels, words } from './values.ts';

/** Turns click tracking off for the link, which then keeps its address. */
const noTrack = { no_track: yesOrNo().optional() };

const heading = record({
  type: z.literal('heading'),
  text: words(),
  level: pixels(1, 3).optional(),
  align: align().optional(),
  color: namedColour().optional(),
});
const paragraph = record({
  type: z.literal('text'),
  text: words(),
  align: align().optional(),
  color: namedColour().optional(),
  size: pixels(10, 40).optional(),
  /** For all links in the text. */
  ...noTrack,
});
const image = record({
  type: z.literal('image'),
  src: address(),
  alt: words(500),
  href: address().optional(),
  ...noTrack,
  width: pixels(10, 1_200).optional(),
  align: align().optional(),
  /** As wide as its container, without a margin. */
  full: yesOrNo().optional(),
});
const button = record({
  type: z.literal('button'),
  text: words(500),
  href: address(),
  ...noTrack,
  align: align().optional(),
  color: namedColour().optional(),
  background: namedColour().optional(),
});
const divider = record({ type: z.literal('divider'), color: namedColour().optional() });
const spacer = record({ type: z.literal('spacer'), height: pixels(1, 200) });
const html = record({ type: z.literal('html'), html: words(100_000) });
const footer = record({
  type: z.literal('footer'),
  text: words().optional(),
  color: namedColour().optional(),
  unsubscribe: words(200).optional(),
  preferences: words(200).optional(),
});

const logo = record({
  type: z.literal('logo'),
  align: align().optional(),
  href: address().optional(),
  ...noTrack,
});
const link = record({ text: words(200), href: address(), ...noTrack });
const menu = record({
  type: z.literal('menu'),
  links: listOf(link, 1, 12),
  align: align().optional(),
  /** Each in a frame, such as the answers to a question. */
  boxed: yesOrNo().optional(),
});
const socialLink = record({ network: oneOf(SOCIAL_NETWORKS), url: address(), ...noTrack });
const social = record({
  type: z.literal('social'),
  links: listOf(socialLink, 1, 12).optional(),
  align: align().optional(),
});
const quote = record({ type: z.literal('quote'), text: words(), author: words(500).optional() });
const video = record({
  type: z.literal('video'),
  src: address(),
  alt: words(500),
  href: address(),
  ...noTrack,
  text: words(500),
});

const coupon = record({
  type: z.literal('coupon'),
  code: words(200),
  text: words().optional(),
  note: words().optional(),
});
const total = record({
  label: words(200),
  value: words(200),
  strong: yesOrNo().optional(),
  /** Shown only if this is true. */
  test: expression().optional(),
});
const order = record({
  type: z.literal('order'),
  items: path(),
  totals: listOf(total, 1, 10).optional(),
});
const product = record({
  src: address(),
  alt: words(500),
  name: words(500),
  text: words(2_000).optional(),
  price: words(200).optional(),
  href: address(),
  ...noTrack,
  button: words(200).optional(),
});
const products = record({
  type: z.literal('products'),
  items: listOf(product, 1, 24),
  columns: pixels(2, 3).optional(),
});

export const LEAVES = [
  ...([heading, paragraph, image, button, divider, spacer, html, footer] as const),
  ...([logo, menu, social, quote, video, coupon, order] as const),
] as const;
export type Leaf = z.output<(typeof LEAVES)[number]>;
export type LeafOf<Type extends Leaf['type']> = Extract<Leaf, { type: Type }>;

/** Not a leaf: at the top level each of its rows is as wide as the message. */
export const PRODUCTS = products;
export type Products = z.output<typeof products>;
