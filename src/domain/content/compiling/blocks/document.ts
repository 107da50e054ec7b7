import { z } from 'zod';
import { listOf, oneOf, otherwise, record, text } from '../../../../validation/text.ts';

const MAX_BLOCKS = 200;

const words = (max = 20_000) => text(max);
const colour = () =>
  text(20).refine((value) => /^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$/.test(value), 'must be a colour such as #1a73e8.');
const align = () => oneOf(['left', 'center', 'right']);
const pixels = (min: number, max: number) =>
  z
    .int({ error: otherwise('must be an integer.') })
    .min(min, `must be at least ${min}.`)
    .max(max, `must be at most ${max}.`);
/** A name in Liquid, such as `event.items`. */
const path = () =>
  text(200).refine(
    (value) => /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*|\[\d+\])*$/.test(value),
    'must be a name such as event.items.',
  );
const name = () => text(60).refine((value) => /^[a-z_]\w*$/.test(value), 'must be a name such as item.');
const expression = () =>
  words(500).refine(
    (value) => value.trim() !== '' && !/[{}%]/.test(value),
    'must be a Liquid expression such as event.total > 100.',
  );

const heading = record({
  type: z.literal('heading'),
  text: words(),
  level: pixels(1, 3).optional(),
  align: align().optional(),
  color: colour().optional(),
});
const paragraph = record({
  type: z.literal('text'),
  text: words(),
  align: align().optional(),
  color: colour().optional(),
  size: pixels(10, 40).optional(),
});
const image = record({
  type: z.literal('image'),
  src: words(2_000),
  alt: words(500),
  href: words(2_000).optional(),
  width: pixels(10, 1_200).optional(),
  align: align().optional(),
});
const button = record({
  type: z.literal('button'),
  text: words(500),
  href: words(2_000),
  align: align().optional(),
  color: colour().optional(),
  background: colour().optional(),
});
const divider = record({ type: z.literal('divider'), color: colour().optional() });
const spacer = record({ type: z.literal('spacer'), height: pixels(1, 200) });
const html = record({ type: z.literal('html'), html: words(100_000) });
const footer = record({ type: z.literal('footer'), text: words().optional(), color: colour().optional() });

const LEAVES = [heading, paragraph, image, button, divider, spacer, html, footer] as const;
export type Leaf = z.output<(typeof LEAVES)[number]>;

/** Blocks that contain blocks: repeated for each item, shown on a condition, or side by side in columns. */
export interface Repeat {
  type: 'repeat';
  over: string;
  as: string;
  blocks: Block[];
}
export interface Choice {
  type: 'if';
  test: string;
  blocks: Block[];
  else?: Block[];
}
export interface Columns {
  type: 'columns';
  columns: { width?: number; blocks: Block[] }[];
}
export type Block = Leaf | Repeat | Choice | Columns;

export const BLOCK_TYPES = [
  'heading',
  'text',
  'image',
  'button',
  'divider',
  'spacer',
  'html',
  'footer',
  'columns',
  'repeat',
  'if',
];

const blocks: z.ZodType<Block[]> = z.lazy(() => listOf(block, 1, MAX_BLOCKS));
const column = record({ width: pixels(5, 95).optional(), blocks });
const block: z.ZodType<Block> = z.lazy(() =>
  z.discriminatedUnion(
    'type',
    [
      ...LEAVES,
      record({ type: z.literal('repeat'), over: path(), as: name(), blocks }),
      record({ type: z.literal('if'), test: expression(), blocks, else: blocks.optional() }),
      record({ type: z.literal('columns'), columns: listOf(column, 2, 4) }),
    ],
    { error: `must be an object with a type: one of ${BLOCK_TYPES.join(', ')}.` },
  ),
) as z.ZodType<Block>;

const settings = record({
  width: pixels(320, 900).optional(),
  background: colour().optional(),
  content_background: colour().optional(),
  color: colour().optional(),
  link_color: colour().optional(),
  font_family: text(200)
    .refine((value) => /^[\w\s,'-]+$/.test(value), 'must be names of fonts.')
    .optional(),
  preheader: words(500).optional(),
});
export type Settings = z.output<typeof settings>;

/** The design that the `blocks` editor stores as JSON. */
export const blockDocument = record({ settings: settings.optional(), blocks });
export type BlockDocument = z.output<typeof blockDocument>;
