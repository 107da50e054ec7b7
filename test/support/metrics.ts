/** The metrics of a process, parsed as Prometheus does. */
export class Metrics {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The names that queries may use. */
  get names(): Set<string> {
    const types = [...this.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    return new Set(
      types.flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name as string],
      ),
    );
  }

  /** The sum of the series with all of these labels. Undefined without such a series. */
  sum(name: string, labels: Record<string, string | number> = {}): number | undefined {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const values = this.text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter((line) => wanted.every((label) => line.includes(label)))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined;
  }
}
