/** What Yoga asks of a cache. */
interface Cache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** In characters of source. A parsed document takes a few hundred times as many bytes. */
const MAX_CHARACTERS = 400_000;
const LARGEST_DOCUMENT = 20_000;

/**
 * Keeps the parsed form of documents that come again. Bounded by size and not, as Yoga's own, by number: a thousand
 * different documents, each as large as the guards allow, would fill the memory of the process.
 */
export function documentCache<Value>(): Cache<Value> {
  const kept = new Map<string, Value>();
  let characters = 0;
  return {
    get: (source) => {
      const value = kept.get(source);
      if (value !== undefined) {
        kept.delete(source);
        kept.set(source, value);
      }
      return value;
    },
    set: (source, value) => {
      if (source.length > LARGEST_DOCUMENT || kept.has(source)) return;
      kept.set(source, value);
      characters += source.length;
      for (const oldest of kept.keys()) {
        if (characters <= MAX_CHARACTERS) break;
        kept.delete(oldest);
        characters -= oldest.length;
      }
    },
  };
}
