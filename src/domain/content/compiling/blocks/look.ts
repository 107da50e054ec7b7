import { buttonInDark, DARK_CONTENT, DARK_PAGE, flipped, lineInDark, textInDark, textOn } from '../../brand/colours.ts';
import { isRightToLeft, Sides } from './direction.ts';
import type { Settings } from './document.ts';
import { isHex } from './values.ts';

/** A colour in light and in dark mode. A team colour is Liquid. */
export interface Pair {
  light: string;
  dark: string;
}

const ofBrand = (name: string): Pair => ({ light: `{{ team.brand.${name} }}`, dark: `{{ team.brand.dark_${name} }}` });
const BUTTON: Pair = ofBrand('color');
const ON_BUTTON: Pair = ofBrand('button_text_color');
const TEXT_OF_BRAND: Pair = ofBrand('text_color');
const PAGE_OF_BRAND: Pair = { light: '{{ team.brand.background_color }}', dark: DARK_PAGE };
const QUIET: Pair = { light: '#5f6368', dark: '#a9adb3' };

/** The settings of a document with their defaults, and the CSS rules that its blocks need in dark mode. */
export class Look {
  readonly settings: Settings;
  readonly corners: number;
  readonly sides: Sides;
  readonly #rules = new Map<string, string>();

  constructor(settings: Settings) {
    this.settings = settings;
    this.corners = settings.corners ?? 3;
    this.sides = new Sides(isRightToLeft(settings.language));
  }

  text(colour = this.settings.color ?? '#1a1a1a'): Pair {
    if (colour === 'brand') return TEXT_OF_BRAND;
    if (colour === 'on_brand') return ON_BUTTON;
    if (colour === 'quiet') return QUIET;
    return isHex(colour) ? { light: colour, dark: textInDark(colour) } : this.background(colour);
  }

  link = (): Pair => this.text(this.settings.link_color ?? '#0b57d0');

  line(colour = '#dddddd'): Pair {
    return isHex(colour) ? { light: colour, dark: lineInDark(colour) } : this.text(colour);
  }

  /** The background of a part. */
  background(colour: string): Pair {
    if (colour === 'brand') return BUTTON;
    if (colour === 'page') return this.page();
    return isHex(colour) ? { light: colour, dark: flipped(colour) } : this.text(colour);
  }

  /** The page background. */
  page(): Pair {
    const { background = '#f4f4f4' } = this.settings;
    return isHex(background) ? { light: background, dark: DARK_PAGE } : PAGE_OF_BRAND;
  }

  content = (): Pair => ({ light: this.settings.content_background ?? '#ffffff', dark: DARK_CONTENT });

  button(background = '#1a1a1a', colour?: string): { background: Pair; text: Pair } {
    if (background === 'brand') return { background: BUTTON, text: colour ? this.text(colour) : ON_BUTTON };
    if (!isHex(background)) return { background: this.text(background), text: this.text(colour ?? '#ffffff') };
    const dark = buttonInDark(background);
    const light = colour && isHex(colour) ? colour : '#ffffff';
    return { background: { light: background, dark }, text: { light, dark: textOn(dark) } };
  }

  /**
   * The name of a class that gives elements these declarations in dark mode. `selectors`: the elements, with `&` for the
   * class.
   */
  inDark(selectors: string, declarations: string): string | undefined {
    if (!this.settings.dark_mode) return undefined;
    const rule = `${selectors}{${declarations.replaceAll(';', '!important;')}!important}`;
    const known = this.#rules.get(rule) ?? `d${this.#rules.size + 1}`;
    this.#rules.set(rule, known);
    return known;
  }

  /** The rules of all requested classes. */
  css(): string {
    const rules = [...this.#rules].map(([rule, name]) => rule.replaceAll('&', `.${name}`));
    return rules.length === 0
      ? ''
      : `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
  }
}
