import { z } from 'zod';
import { listOf, record, text, yesOrNo } from '../../../../validation/text.ts';
import { LEAVES, type Leaf, PRODUCTS, type Products } from './leaves.ts';
import { colour, expression, fontFamily, name, namedColour, path, pixels, words } from './values.ts';

const MAX_BLOCKS = 200;

/** Blocks that contain blocks: repeated for each item, conditional, side by side, or on another background. */
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
  /** Whether they stay side by side on a phone. */
  keep?: boolean;
  columns: { width?: number; blocks: Block[] }[];
}
export interface Section {
  type: 'section';
  background: string;
  blocks: Block[];
}
export type Container = Repeat | Choice | Columns | Section;
export type Block = Leaf | Products | Container;

export const BLOCK_TYPES = [
  ...[...LEAVES, PRODUCTS].map(({ shape }) => shape.type.value),
  ...['section', 'columns', 'repeat', 'if'],
];

const blocks: z.ZodType<Block[]> = z.lazy(() => listOf(block, 1, MAX_BLOCKS));
const column = record({ width: pixels(5, 95).optional(), blocks });
const block: z.ZodType<Block> = z.lazy(() =>
  z.discriminatedUnion(
    'type',
    [
      ...LEAVES,
      PRODUCTS,
      record({ type: z.literal('section'), background: namedColour(), blocks }),
      record({ type: z.literal('repeat'), over: path(), as: name(), blocks }),
      record({ type: z.literal('if'), test: expression(), blocks, else: blocks.optional() }),
      record({ type: z.literal('columns'), keep: yesOrNo().optional(), columns: listOf(column, 2, 4) }),
    ],
    { error: `must be an object with a type: one of ${BLOCK_TYPES.join(', ')}.` },
  ),
) as z.ZodType<Block>;

const settings = record({
  width: pixels(320, 900).optional(),
  background: namedColour().optional(),
  content_background: colour().optional(),
  color: colour().optional(),
  link_color: namedColour().optional(),
  /** Names of fonts, or `brand`. */
  font_family: fontFamily().optional(),
  preheader: words(500).optional(),
  /** The corner radius of content and buttons. */
  corners: pixels(0, 40).optional(),
  dark_mode: yesOrNo().optional(),
  /** Such as `de`, for screen readers. */
  language: text(35)
    .refine((value) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(value), 'must be a language such as de or pt-BR.')
    .optional(),
});
export type Settings = z.output<typeof settings>;

/** The design that the `blocks` editor stores as JSON. */
export const blockDocument = record({ settings: settings.optional(), blocks });
export type BlockDocument = z.output<typeof blockDocument>;
