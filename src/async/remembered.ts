/** How many results are kept: more than the links of all campaigns that are sent at the same time. */
const MOST = 5_000;

/** The same function of a text, which keeps its results. For what is cheap, and called millions of times with few texts. */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (known.has(text)) return known.get(text) as Result;
    if (known.size >= MOST) known.clear();
    const result = compute(text);
    known.set(text, result);
    return result;
  };
}
