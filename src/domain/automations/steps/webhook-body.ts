import { textsIn } from '../definition/texts-in.ts';

const LIQUID = /\{[{%]/;

/** The texts with Liquid in the body of a `webhook` step, at whatever depth, each once. Names of keys are none. */
export const liquidIn = (body: unknown): string[] => [
  ...new Set(textsIn(body).flatMap(({ text }) => (LIQUID.test(text) ? [text] : []))),
];

/** The body with its texts rendered, which are found by their source. What is no text stays as it is. */
export function withTexts(body: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof body === 'string') return texts.get(body) ?? body;
  if (Array.isArray(body)) return body.map((item) => withTexts(item, texts));
  if (typeof body !== 'object' || body === null) return body;
  // Not assigned one by one: `__proto__` is a key like any other.
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withTexts(value, texts)]));
}
