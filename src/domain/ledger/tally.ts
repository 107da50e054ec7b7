/** Groups equal rows: each different row once, with its count, in the order of their values. */
export function tally<Row extends object>(rows: readonly Row[]): (Row & { count: number })[] {
  const counts = new Map<string, Row & { count: number }>();
  for (const row of rows) {
    const key = JSON.stringify(Object.values(row));
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { ...row, count: 1 });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
