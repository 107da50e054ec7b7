/** The cache interface that Yoga expects. */
interface Cache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Limits in characters of source. A parsed document takes a few hundred times as many bytes. */
const MAX_CHARACTERS = 400_000;
const LARGEST_DOCUMENT = 20_000;

/**
 * A cache of parsed documents. Unlike Yoga's own, it is limited by size instead of number: a thousand documents of
 * the largest size would fill the memory of the process.
 */
export function documentCache<Value>(): Cache<Value> {
  const documents = new Map<string, Value>();
  let characters = 0;
  return {
    get: (source) => {
      const value = documents.get(source);
      if (value !== undefined) {
        documents.delete(source);
        documents.set(source, value);
      }
      return value;
    },
    set: (source, value) => {
      if (source.length > LARGEST_DOCUMENT || documents.has(source)) return;
      documents.set(source, value);
      characters += source.length;
      for (const oldest of documents.keys()) {
        if (characters <= MAX_CHARACTERS) break;
        documents.delete(oldest);
        characters -= oldest.length;
      }
    },
  };
}
