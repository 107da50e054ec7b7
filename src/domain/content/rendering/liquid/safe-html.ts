import { Drop } from 'liquidjs';

const SPECIAL = /[&<>"']/;
const ALL_SPECIAL = /[&<>"']/g;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

/** Text as HTML that shows it. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPED[character] as string) : text;

/** Like `escapeHtml`, but keeps references such as `&amp;`. */
export const escapeOnce = (text: string): string =>
  text.replace(/&(?!(?:[a-z][a-z\d]*|#\d+|#x[\da-f]+);)|[<>"']/gi, (character) => ESCAPED[character] as string);

/**
 * HTML from a filter, written without escaping. Other filters and conditions see the text that it was made from: `{{ name |
 * escape | upcase }}` is the upper-case name, which is then escaped as usual.
 */
export class SafeHtml extends Drop {
  readonly #html: string;
  readonly #text: string;

  constructor(html: string, text: string) {
    super();
    this.#html = html;
    this.#text = text;
  }

  /** The HTML of a value: its own, or the value escaped. */
  static of(value: unknown, text: string): string {
    return value instanceof SafeHtml ? value.#html : escapeHtml(text);
  }

  get size(): number {
    return this.#text.length;
  }

  override valueOf(): string {
    return this.#text;
  }

  override toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }
}
