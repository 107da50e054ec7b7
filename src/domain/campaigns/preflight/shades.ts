import { type Color, interpolate, parse, wcagContrast } from 'culori';
import { type Declaration, declarationsOf } from '../../content/compiling/css/sheet.ts';

/** The text colour and the background of an element. Undefined: unknown, as with a picture or a variable. */
export interface Shade {
  colour: Color | undefined;
  background: Color | undefined;
}

/** What may be a colour in the value of `background`. */
const COLOURS = /#[0-9a-f]+|(?:rgb|hsl)a?\([^()]*\)|[a-z]+/gi;
const HIDDEN = /^(?:display:none|visibility:hidden|max-height:0(?:px)?|opacity:0|font-size:[01](?:px)?|mso-hide:all)$/;

interface Styled {
  attribs: Record<string, string>;
}

/** The declarations that apply to an element, the strongest last: attributes, style sheets, its own style, `!important` ones. */
export function declarationsFor({ attribs }: Styled, ofSheets: readonly Declaration[]): Declaration[] {
  const own = declarationsOf(attribs.style ?? '');
  const all = [...attributesOf(attribs), ...ofSheets, ...own];
  return [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)];
}

/** `bgcolor`, and `color` of a font element. */
const attributesOf = ({ bgcolor, color }: Record<string, string>): Declaration[] => [
  ...(bgcolor ? [declaration('background-color', bgcolor)] : []),
  ...(color ? [declaration('color', color)] : []),
];

const declaration = (property: string, value: string): Declaration => ({ property, value, important: false, end: 0 });

export const isHidden = (declarations: readonly Declaration[]): boolean =>
  declarations.some(({ property, value }) => HIDDEN.test(`${property}:${value.toLowerCase().replace(/\s/g, '')}`));

/** The shade of an element within another. */
export function shadeWithin(outer: Shade, declarations: readonly Declaration[]): Shade {
  let { colour, background } = outer;
  for (const { property, value } of declarations) {
    if (property === 'color') colour = value === 'inherit' ? outer.colour : over(background, parse(value));
    else if (property === 'background-color' || property === 'background')
      background = backgroundOf(value, outer.background);
    else if (property === 'background-image' && value !== 'none') background = undefined;
  }
  return { colour, background };
}

function backgroundOf(value: string, outer: Color | undefined): Color | undefined {
  if (/^(?:none|transparent|inherit|initial)$/i.test(value)) return outer;
  if (/url\(|gradient\(/i.test(value)) return undefined;
  const colour = [...value.matchAll(COLOURS)].map(([part]) => parse(part)).find((part) => part !== undefined);
  return over(outer, colour);
}

/** A colour as it looks on another one. */
function over(under: Color | undefined, colour: Color | undefined): Color | undefined {
  if (!colour || (colour.alpha ?? 1) === 1) return colour;
  return under && interpolate([under, { ...colour, alpha: 1 }], 'rgb')(colour.alpha ?? 1);
}

/** The contrast of a shade by WCAG 2.2, from 1 to 21. Undefined if a part of it is unknown. */
export const contrastOf = ({ colour, background }: Shade): number | undefined =>
  colour && background && wcagContrast(colour, background);
