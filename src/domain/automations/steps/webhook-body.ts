const LIQUID = /\{[{%]/;

/** A text with Liquid in the body of a `webhook` step, and where it stands. */
export interface LiquidText {
  path: (string | number)[];
  source: string;
}

/** The texts with Liquid in a body, at whatever depth. Names of keys are none. */
export function liquidIn(body: unknown, path: (string | number)[] = []): LiquidText[] {
  if (typeof body === 'string') return LIQUID.test(body) ? [{ path, source: body }] : [];
  if (Array.isArray(body)) return body.flatMap((item, index) => liquidIn(item, [...path, index]));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => liquidIn(value, [...path, key]));
}

/** The body with its texts rendered, which are found by their source. What is no text stays as it is. */
export function withTexts(body: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof body === 'string') return texts.get(body) ?? body;
  if (Array.isArray(body)) return body.map((item) => withTexts(item, texts));
  if (typeof body !== 'object' || body === null) return body;
  // Not assigned one by one: `__proto__` is a key like any other.
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withTexts(value, texts)]));
}
