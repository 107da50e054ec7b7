/**
 * `npm run bench [-- events events2 singles subscribe update send list graphql limit subscriber mail campaign … start]`: ratios,
 * measured side by side in one run. BENCH_ROUNDS (7) and BENCH_SECONDS (3) make it longer; BENCH_CONNECTIONS (50) is the number
 * of concurrent calls; BENCH_NODE_FLAGS go to the product's process, such as --cpu-prof.
 */

import { startBenchServer } from './bench-server.ts';
import { CLICKS } from './clicks.ts';
import type { Comparison } from './compare.ts';
import { table } from './compare.ts';
import { COMPARISONS as USUAL } from './comparisons.ts';
import { compile } from './processes.ts';
import { READS } from './reads.ts';
import { measureStart } from './start.ts';

const COMPARISONS = { ...USUAL, ...READS, ...CLICKS };
const KNOWN = [...Object.keys(COMPARISONS), 'start'];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : KNOWN;
const unknown = chosen.find((name) => !KNOWN.includes(name));
if (unknown) throw new Error(`there is no "${unknown}": ${KNOWN.join(', ')}`);

await compile();
const comparisons: Comparison[] = [];
const benchServer = await startBenchServer();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void benchServer.close().finally(() => process.exit(1)));
}
try {
  for (const [name, run] of Object.entries(COMPARISONS)) {
    if (chosen.includes(name)) comparisons.push(await run(benchServer));
  }
} finally {
  // Prints the results before a failure too, because they took minutes.
  if (comparisons.length > 0) console.log(`\n${table(comparisons)}`);
  await benchServer.close();
}
if (chosen.includes('start')) console.log(`\n${await measureStart()}`);
