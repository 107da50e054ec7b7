const WIDTH = 48;

/** Bars in plain text: one of each series per size, all to one scale. */
export function barChart(
  title: string,
  sizes: readonly number[],
  series: ReadonlyMap<string, readonly number[]>,
): string {
  const greatest = Math.max(...[...series.values()].flat());
  const label = Math.max(...[...series.keys()].map(({ length }) => length));
  const lines = sizes.flatMap((size, index) =>
    [...series].map(([name, values], which) => {
      const value = values[index]!;
      const bar = '█'.repeat(Math.max(1, Math.round((value / greatest) * WIDTH)));
      return `${which ? ''.padStart(12) : size.toLocaleString('en').padStart(12)}  ${name.padEnd(label)}  ${bar} ${value.toPrecision(3)}`;
    }),
  );
  return [title, ...lines].join('\n');
}
