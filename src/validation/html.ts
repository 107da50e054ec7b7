/** Safe HTML, which `html` inserts without escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, and for attributes in quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

/** `html\`<p>${name}</p>\``: escapes every value that is not `Html`, for text and for quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]!) + string));
