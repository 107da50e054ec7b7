/**
 * `npm run bench:export`: all subscribers of a list of a million (the audience of bench:audience, built if missing) as CSV and as
 * NDJSON through HTTP: seconds, the server's memory, and its response time to other calls. BENCH_SUBSCRIBERS and BENCH_EVENTS
 * make the audience smaller.
 */
import { once } from 'node:events';
import { get } from 'node:http';
import { openAudience, SUBSCRIBERS } from './audience/build.ts';
import { LIST } from './audience/rows.ts';
import { TOKEN } from './bench-server.ts';
import { columns } from './compare.ts';
import { compile, serve } from './processes.ts';
import { watchAnswers, watchMemory } from './watch.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };
/** A CSV file has a line of names. */
const FORMATS = { csv: 1, ndjson: 0 };

await compile();
const audience = await openAudience();
const lines: string[][] = [['', 'seconds', 'MB', 'memory of the server', 'another request meanwhile']];
try {
  for (const [format, names] of Object.entries(FORMATS)) {
    const server = await serve({ DATABASE_URL: audience.url, RATE_LIMIT_PER_MINUTE: '0' });
    const memory = watchMemory(server.pid);
    for (let round = 1; round <= ROUNDS; round++) {
      const waits = watchAnswers(`${server.url}/v1/lists?per_page=1`, AUTHORIZATION);
      const from = performance.now();
      const { bytes, rows } = await read(`${server.url}/v1/lists/${LIST}/exports?format=${format}`);
      const seconds = (performance.now() - from) / 1000;
      const answers = await waits();
      if (rows !== SUBSCRIBERS + names) throw new Error(`${rows} lines of ${format}`);
      const [min, max] = memory();
      const grown = `${min} MB, ${max} MB at most: + ${max - min} MB`;
      lines.push([`${format} ${round}`, seconds.toFixed(1), (bytes / 1e6).toFixed(0), grown, answers]);
    }
    await server.stop();
  }
} finally {
  await audience.stop();
}
console.log(`${SUBSCRIBERS.toLocaleString('en')} subscribers\n${columns(lines)}`);

/** Downloads a file without keeping it. */
async function read(url: string): Promise<{ bytes: number; rows: number }> {
  const [answer] = await once(get(url, { headers: AUTHORIZATION }), 'response');
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  let bytes = 0;
  let rows = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows += 1;
  }
  return { bytes, rows };
}
