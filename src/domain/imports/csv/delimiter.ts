export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const LINES = 20;

/**
 * The delimiter that divides the first lines most evenly: the one that every line has, and most often in the first.
 * What stands between quotes does not count. A comma when there is none.
 */
export function findDelimiter(sample: string): Delimiter {
  const lines = firstLines(sample);
  const score = (delimiter: Delimiter): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    const alike = counts.filter((count) => count === first).length / Math.max(1, counts.length);
    return first === 0 ? 0 : alike * 1_000 + first;
  };
  return DELIMITERS.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** The first lines with what is quoted taken out. The last one may be cut off, and does not count. */
function firstLines(sample: string): string[] {
  const bare = sample.replaceAll('""', '').replace(/"[^"]*("|$)/g, '');
  const lines = bare.split(/\r\n|\n|\r/, LINES + 1);
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line !== '');
}
