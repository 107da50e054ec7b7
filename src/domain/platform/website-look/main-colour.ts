import { converter, formatHex, parse } from 'culori';

/** The colours and the font of a website. Undefined: it does not say, or shows only shades of grey. */
export interface SheetLook {
  color: string | undefined;
  backgroundColor: string | undefined;
  fontFamily: string | undefined;
}

const COLOURS = /#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)/gi;
/** Names of custom properties for the colour of a brand. */
const BRAND_NAMES = /primary|brand|accent|theme|button/i;
const BUTTONS = /button|btn|cta/i;
const LINKS = /(^|[\s,>])a([:.\s,]|$)|link/i;
const THEME_WEIGHT = 8;
const MOST_RULES = 20_000;
const FONTS = /^[\w\s,'-]{1,200}$/;

const toHsl = converter('hsl');

/**
 * The main colour of a website: the vivid one that its theme, its named colours, its buttons and its links show most. Also
 * its light background and its font. `themeColour`: as written in the page.
 */
export function lookOf(sheets: readonly string[], themeColour: string | undefined): SheetLook {
  const weights = new Map<string, number>();
  const add = (written: string, weight: number) => {
    const colour = vividIn(written);
    if (colour) weights.set(colour, (weights.get(colour) ?? 0) + weight);
  };
  if (themeColour) add(themeColour, THEME_WEIGHT);
  const body = new Map<string, string>();
  const named = new Map<string, string>();
  for (const { selector, property, value } of sheets.flatMap(rulesOf).slice(0, MOST_RULES)) {
    add(value, weightOf(selector, property));
    if (property.startsWith('--')) named.set(property, value);
    if (/(^|,)\s*body\s*(,|$)/.test(selector)) body.set(property, value);
  }
  const resolved = (property: string) => {
    const value = body.get(property);
    return named.get(/^var\((--[\w-]+)/.exec(value ?? '')?.[1] ?? '') ?? value;
  };
  const [color] = [...weights].filter(([, weight]) => weight > 0).reduce(heavier, ['', 0]);
  return {
    color: color || undefined,
    backgroundColor: lightIn(resolved('background-color') ?? resolved('background') ?? ''),
    fontFamily: fontsIn(resolved('font-family') ?? ''),
  };
}

const heavier = (best: [string, number], one: [string, number]): [string, number] => (one[1] > best[1] ? one : best);

function weightOf(selector: string, property: string): number {
  if (property.startsWith('--'))
    return BRAND_NAMES.test(property) && !/-(hover|dark|light|contrast)/.test(property) ? 5 : 0;
  const isFilled = property === 'background' || property === 'background-color';
  if (!isFilled && property !== 'color') return 0;
  if (/:(hover|focus|active|disabled)/.test(selector)) return 0;
  if (isFilled) return BUTTONS.test(selector) ? 4 : 1;
  return LINKS.test(selector) ? 2 : 0;
}

/** A colour that is neither grey nor close to black or white, as #rrggbb. Some themes write `18, 99, 88` for rgb(). */
function vividIn(written: string): string | undefined {
  const triple = /^\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*$/.exec(written);
  const text = triple ? `rgb(${triple.slice(1).join(', ')})` : written.match(COLOURS)?.[0];
  const colour = parse(text ?? '');
  if (!colour || (colour.alpha ?? 1) < 1) return undefined;
  const { s, l } = toHsl(colour);
  return s >= 0.2 && l >= 0.12 && l <= 0.8 ? formatHex(colour) : undefined;
}

function lightIn(written: string): string | undefined {
  const colour = parse(written.match(COLOURS)?.[0] ?? '');
  return colour && (colour.alpha ?? 1) === 1 && toHsl(colour).l >= 0.85 ? formatHex(colour) : undefined;
}

function fontsIn(written: string): string | undefined {
  const fonts = written
    .replaceAll('"', "'")
    .replace(/!important/i, '')
    .trim();
  return FONTS.test(fonts) && !/^(inherit|initial|unset)$/.test(fonts) ? fonts : undefined;
}

interface Rule {
  selector: string;
  property: string;
  value: string;
}

/** The declarations of a style sheet, also of those within media queries. Reads any text, in one pass. */
function rulesOf(sheet: string): Rule[] {
  return sheet.split('}').flatMap((part) => {
    const [selector = '', body] = part.split('{').slice(-2);
    if (body === undefined) return [];
    return body.split(';').flatMap((one) => {
      const colon = one.indexOf(':');
      const [property, value] = [one.slice(0, colon).trim().toLowerCase(), one.slice(colon + 1).trim()];
      return colon > 0 && value.length <= 300 ? [{ selector: selector.trim(), property, value }] : [];
    });
  });
}
