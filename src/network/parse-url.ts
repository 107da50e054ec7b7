/**
 * A URL, or undefined for text that is none (URL Standard, 4.4). `base` resolves a relative one. Not by `URL.canParse`: after
 * some 4,000 calls, Node 20 compiles it to code that takes every address with a letter such as ü for invalid.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
