/** How many results are kept: more than all links of concurrently sent campaigns. */
const MOST = 5_000;

/** The same function of a text, with cached results. For cheap functions that are called millions of times with few texts. */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (known.has(text)) return known.get(text) as Result;
    if (known.size >= MOST) known.clear();
    const own = copyOf(text);
    const result = compute(own);
    known.set(own, result);
    return result;
  };
}

/** A substring keeps its whole text in memory: an address keeps its message. */
const copyOf = (text: string): string => structuredClone(text);
