import { converter, formatHex, wcagContrast } from 'culori';

/** The backgrounds of messages in dark mode: behind the content, and of the content itself. */
export const DARK_PAGE = '#131416';
export const DARK_CONTENT = '#1e2023';

/** Minimum contrast to the background in WCAG 2.2, for text (1.4.3) and for parts such as buttons (1.4.11). */
const TEXT_CONTRAST = 4.5;
const PART_CONTRAST = 1.5;
/** Lines only separate. */
const LINE_CONTRAST = 1.3;

const STEP = 0.02;

const toHsl = converter('hsl');

/** Black or white: the one that is easier to read on a background. */
export const textOn = (background: string): string =>
  wcagContrast('#ffffff', background) >= wcagContrast('#16181c', background) ? '#ffffff' : '#16181c';

/** The same hue, darker or lighter, so that text is readable on a background. */
export const readableOn = (colour: string, background: string): string =>
  contrasting(colour, background, TEXT_CONTRAST);

/** The dark-mode colour of text: as light as it was dark, and readable. */
export const textInDark = (colour: string): string => readableOn(flipped(colour), DARK_CONTENT);

/** The dark-mode colour of a box: as light as it was dark. */
export const flipped = (colour: string): string => {
  const hsl = toHsl(colour)!;
  return formatHex({ ...hsl, l: 1 - hsl.l });
};

/** The dark-mode colour of a line: as light as it was dark, and visible. */
export const lineInDark = (colour: string): string => contrasting(flipped(colour), DARK_CONTENT, LINE_CONTRAST);

/** The dark-mode background of a button: unchanged, unless it would blend into the content. */
export const buttonInDark = (colour: string): string => contrasting(colour, DARK_CONTENT, PART_CONTRAST);

function contrasting(colour: string, background: string, contrast: number): string {
  const step = textOn(background) === '#ffffff' ? STEP : -STEP;
  const hsl = { ...toHsl(colour)! };
  while (wcagContrast(hsl, background) < contrast && hsl.l >= 0 && hsl.l <= 1) hsl.l += step;
  return formatHex({ ...hsl, l: Math.min(1, Math.max(0, hsl.l)) });
}
