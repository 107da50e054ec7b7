import { z } from 'zod';
import { oneOf, otherwise, text } from '../../../../validation/text.ts';

const HEX = /^#[0-9a-f]{3}([0-9a-f]{3})?$/i;

/** Colours by purpose, each with a dark-mode counterpart. `brand` and `on_brand` are the team's. */
const COLOUR_NAMES = ['brand', 'on_brand', 'quiet', 'page'] as const;

export const isHex = (value: string): boolean => HEX.test(value);

/** Such as #1a73e8. */
export const colour = () => text(20).refine(isHex, 'must be a colour such as #1a73e8.');

/** A hex colour, or one of COLOUR_NAMES. */
export const namedColour = () =>
  text(20).refine(
    (value) => isHex(value) || (COLOUR_NAMES as readonly string[]).includes(value),
    `must be a colour such as #1a73e8, or one of ${COLOUR_NAMES.join(', ')}.`,
  );

export const fontFamily = () =>
  text(200).refine((value) => /^[\w\s,'-]+$/.test(value), 'must be a list of font names.');

export const words = (max = 20_000) => text(max);

/** The address of a link or a picture, which may contain Liquid. */
export const address = () => words(2_000);

/** `start` is left, or right in right-to-left languages such as Arabic and Hebrew. */
export const align = () => oneOf(['left', 'center', 'right', 'start', 'end']);

export const pixels = (min: number, max: number) =>
  z
    .int({ error: otherwise('must be an integer.') })
    .min(min, `must be at least ${min}.`)
    .max(max, `must be at most ${max}.`);

/** A Liquid name, such as `event.items`. */
export const path = () =>
  text(200).refine(
    (value) => /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*|\[\d+\])*$/.test(value),
    'must be a name such as event.items.',
  );

export const name = () => text(60).refine((value) => /^[a-z_]\w*$/.test(value), 'must be a name such as item.');

export const expression = () =>
  words(500).refine(
    (value) => value.trim() !== '' && !/[{}%]/.test(value),
    'must be a Liquid expression such as event.total > 100.',
  );
