export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const LINES = 20;

/**
 * Returns the delimiter that divides the first lines most evenly: it occurs equally often in the most lines and, among
 * equals, most often in the first. Quoted text is ignored. A comma if no delimiter occurs. Excel's line `sep=;` takes
 * precedence.
 */
export function findDelimiter(sample: string): Delimiter {
  const [, declared] = /^"?sep=([,;|\t])"?[ \t]*(?:[\r\n]|$)/i.exec(sample) ?? [];
  if (declared) return declared as Delimiter;
  const lines = firstLines(sample);
  const score = (delimiter: Delimiter): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const begin = Math.max(
      0,
      counts.findIndex((count) => count > 0),
    );
    const first = counts[begin] ?? 0;
    const alike = counts.slice(begin).filter((count) => count === first).length / Math.max(1, counts.length - begin);
    // Title lines above the table contain none. A table from the first line on is likelier.
    const share = begin === 0 ? alike : alike / 2;
    return first === 0 ? 0 : share * 1_000 + first;
  };
  return DELIMITERS.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** The first lines without quoted text. The last line may be incomplete and is left out. */
function firstLines(sample: string): string[] {
  const bare = sample.replaceAll('""', '').replace(/"[^"]*("|$)/g, '');
  const lines = bare.split(/\r\n|\n|\r/, LINES + 1);
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line !== '');
}
