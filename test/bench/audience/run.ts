/**
 * `npm run bench:audience [-- word …]`: segments on a million subscribers and ten million events, our response through REST
 * against the best handwritten statement on the same tables, alternately. Words select questions by name. The audience is built
 * inside PostgreSQL at the first run (some minutes) and kept under node_modules/.cache until the migrations change.
 * BENCH_SUBSCRIBERS and BENCH_EVENTS make it smaller, BENCH_ROUNDS (5) longer. At full size the plans of our statements are kept
 * in test/bench/explain.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { connect } from '../../../src/database/connect.ts';
import { indexField, unindexField } from '../../../src/domain/audience/field-index.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { TOKEN } from '../bench-server.ts';
import { compile, serve } from '../processes.ts';
import { EVENTS, openAudience, SUBSCRIBERS } from './build.ts';
import { keepPlan } from './explain.ts';
import { type Measured, measure, misses, report } from './measure.ts';
import { measurePages } from './pages.ts';
import { LIST } from './rows.ts';
import { INDEXED_FIELDS, INDEXED_QUESTIONS, QUESTIONS, type Question } from './rules.ts';

const USUAL_AIM = 2_500;
const FULL_SIZE = SUBSCRIBERS >= 1_000_000 && EVENTS >= 10_000_000;
const words = process.argv.slice(2);
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

await compile();
const audience = await openAudience();
const server = await serve({ DATABASE_URL: audience.url, RATE_LIMIT_PER_MINUTE: '1000000000' });
const client = new pg.Client({ connectionString: audience.url });
const { db, close } = connect(audience.url, 2);
const team = createScope(db, { id: 1 }, WORKER);
await client.connect();

let closing: Promise<void> | undefined;
const closeAll = () => {
  closing ??= (async () => {
    await server.stop();
    await client.end();
    await close();
    await audience.stop();
  })();
  return closing;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
}

async function rest(method: string, path: string, sent?: object) {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

async function graphql(query: string, variables: object) {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: never; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const measured: Measured[] = [];

async function measureQuestion({ name, rules, byHand, aim = USUAL_AIM }: Question): Promise<void> {
  const conditions = { operator: 'and', rules };
  const { id } = (await rest('POST', `/lists/${LIST}/segments`, { name, conditions })).data;
  const ours = async () => (await rest('GET', `/segments/${id}`)).data.subscribers_count;
  const theirs = async () => (await client.query(byHand)).rows[0].count;
  measured.push(await measure(name, aim, ours, theirs));
  if (FULL_SIZE) await keepPlan(db, name, conditions);
  await rest('DELETE', `/segments/${id}`);
}

const load = loadavg();
try {
  for (const question of QUESTIONS.filter(({ name }) => isChosen(name))) await measureQuestion(question);
  const byIndex = INDEXED_QUESTIONS.filter(({ name }) => isChosen(name));
  if (byIndex.length > 0) for (const key of INDEXED_FIELDS) await indexField(team, key);
  for (const question of byIndex) await measureQuestion(question);
  if (byIndex.length > 0) for (const key of INDEXED_FIELDS) await unindexField(team, key);
  measured.push(...(await measurePages(rest, graphql, isChosen)));
} finally {
  await closeAll();
}
const rounded = (values: number[]) => values.map((value) => value.toFixed(1)).join(' ');
console.log(`\n${SUBSCRIBERS.toLocaleString('en')} subscribers, ${EVENTS.toLocaleString('en')} events`);
console.log(`load of the machine before ${rounded(load)}, after ${rounded(loadavg())}\n\n${report(measured)}`);
console.log(`\n${misses(measured)} of ${measured.length} miss an aim`);
