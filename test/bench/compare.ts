import pg from 'pg';

/** Measured in rounds, ours and theirs alternately: other load on the machine affects both. */
export interface Comparison {
  name: string;
  unit: string;
  aim: number;
  ours: number[];
  theirs: number[];
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

/** A rate: greater is better. */
export type Measure = (round: number) => Promise<number>;

/**
 * One warm-up round, which does not count, then `ROUNDS` of A B A B. After the first, the tables are analyzed, as autovacuum does
 * within a minute: until then PostgreSQL plans for empty tables.
 */
export async function compare(
  named: Pick<Comparison, 'name' | 'unit' | 'aim'>,
  ours: Measure,
  theirs: Measure,
  databaseUrl?: string,
): Promise<Comparison> {
  const result: Comparison = { ...named, ours: [], theirs: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = [await ours(round), await theirs(round)] as const;
    if (round === 0) {
      if (databaseUrl) await analyze(databaseUrl);
      continue;
    }
    result.ours.push(rates[0]);
    result.theirs.push(rates[1]);
  }
  console.error(`${named.name}: done`);
  return result;
}

async function analyze(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** One line per comparison: both medians, then the least, median and greatest ratio of the rounds. */
export function table(comparisons: readonly Comparison[]): string {
  const head = ['', 'ours', 'theirs', 'min', 'median', 'max', 'aim', ''];
  const lines = comparisons.map(({ name, unit, aim, ours, theirs }) => {
    const ratios = ours.map((rate, round) => rate / theirs[round]!);
    const ratio = median(ratios);
    const figures = [Math.min(...ratios), ratio, Math.max(...ratios), aim].map((value) => value.toFixed(2));
    return [
      name,
      `${whole(median(ours))} ${unit}`,
      `${whole(median(theirs))} ${unit}`,
      ...figures,
      ratio < aim ? 'missed' : 'met',
    ];
  });
  return columns([head, ...lines]);
}

/** Rows of cells, each column as wide as its widest cell; the first to the left, the others to the right. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
