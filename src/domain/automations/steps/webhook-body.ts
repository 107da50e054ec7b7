import { textsIn } from '../definition/texts-in.ts';

const LIQUID = /\{[{%]/;

/** The Liquid texts in the body of a `webhook` step, at any depth, each once. Keys do not count. */
export const liquidIn = (body: unknown): string[] => [
  ...new Set(textsIn(body).flatMap(({ text }) => (LIQUID.test(text) ? [text] : []))),
];

/** The body with its texts replaced by their rendered form, looked up by source. Other values stay. */
export function withTexts(body: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof body === 'string') return texts.get(body) ?? body;
  if (Array.isArray(body)) return body.map((item) => withTexts(item, texts));
  if (typeof body !== 'object' || body === null) return body;
  // Not assigned one by one: `__proto__` is a key like any other.
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withTexts(value, texts)]));
}
