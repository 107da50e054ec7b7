/**
 * `npm run bench:forms`: whether response times reveal who is on a list, and whether a network that sends a thousand sign-ups a
 * second blocks others. BENCH_SIGN_UPS (2000) is the number of each kind of address, in random order, on one connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';
import { startBenchServer, TOKEN } from './bench-server.ts';
import { columns } from './compare.ts';
import { mean, quantile, T_LIMIT, welch, withoutSlowest } from './equal-times.ts';

const EACH = Number(process.env.BENCH_SIGN_UPS ?? 2_000);
const FLOOD_SECONDS = 10;
const FLOOD_A_SECOND = 1_000;
const OTHERS_A_SECOND = 20;
const LIMIT = 30;

const benchServer = await startBenchServer({ TRUSTED_PROXIES: '127.0.0.1', FORM_LIMIT_PER_MINUTE: String(LIMIT) });
const one = new Agent({ connections: 1 });
const many = new Agent({ connections: 50 });

async function call(agent: Agent, path: string, from: string, body?: object) {
  const began = performance.now();
  const { statusCode, body: answer } = await request(`${benchServer.url}${path}`, {
    ...{ dispatcher: agent, method: body ? 'POST' : 'GET' },
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, authorization: `Bearer ${TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: statusCode, text, ms: performance.now() - began };
}

/** Each has its own network, so that the limit does not count. */
let networks = 0;
const network = () => `${11 + (networks >> 16)}.${(networks >> 8) & 255}.${networks++ & 255}.1`;

const list = benchServer.lists[0] as string;
const form = JSON.parse((await call(one, '/v1/forms', '127.0.0.1', { list, name: 'Bench' })).text).data.id as string;

async function formTokens(count: number): Promise<string[]> {
  const given = await Promise.all(Array.from({ length: count }, () => call(many, `/f/${form}/pass`, '127.0.0.1')));
  await sleep(2_100);
  return given.map(({ text }) => JSON.parse(text).data.pass);
}

const KINDS = ['new', 'subscribed', 'suppressed'] as const;

async function prepare(): Promise<void> {
  const client = new pg.Client({ connectionString: benchServer.databaseUrl });
  await client.connect();
  for (let from = 0; from < EACH; from += 100) {
    const subscribers = Array.from({ length: 100 }, (_, index) => ({
      email: `subscribed${from + index}@people.example`,
    }));
    await call(one, `/v1/lists/${list}/subscribers/batch`, '127.0.0.1', { subscribers });
  }
  await client.query(`insert into suppressions (team_id, id, target)
    select 1, gen_random_uuid(), 'suppressed' || n || '@people.example' from generate_series(0, ${EACH - 1}) n`);
  await client.query('vacuum analyze');
  await client.end();
}

async function timing(): Promise<Record<(typeof KINDS)[number], number[]>> {
  const given = await formTokens(EACH * KINDS.length);
  const order = KINDS.flatMap((kind) => Array.from({ length: EACH }, (_, index) => ({ kind, index })))
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
  const times: Record<(typeof KINDS)[number], number[]> = { new: [], subscribed: [], suppressed: [] };
  const texts = new Set<string>();
  for (const [at, { kind, index }] of order.entries()) {
    const body = { email: `${kind}${index}@people.example`, _pass: given[at] };
    const { status, text, ms } = await call(one, `/f/${form}`, network(), body);
    if (status !== 200) throw new Error(`${status} ${text}`);
    texts.add(text);
    times[kind].push(ms);
  }
  if (texts.size !== 1) throw new Error(`the answers differ: ${[...texts]}`);
  return times;
}

interface Flooded {
  statuses: Map<number, number>;
  others: number[];
  refusedOthers: number;
}

/** Sends from one network at the flood's rate (none: 0), and from many others at the same time. */
async function flood(aSecond: number): Promise<Flooded> {
  const [floods, ordinary] = [FLOOD_SECONDS * FLOOD_A_SECOND, FLOOD_SECONDS * OTHERS_A_SECOND];
  const given = await formTokens(ordinary + LIMIT);
  const flooded: Flooded = { statuses: new Map(), others: [], refusedOthers: 0 };
  const sending: Promise<void>[] = [];
  const other = new Agent({ connections: 4 });
  const began = performance.now();
  let [sent, quiet] = [0, 0];
  while (performance.now() - began < FLOOD_SECONDS * 1_000) {
    const seconds = (performance.now() - began) / 1_000;
    for (; sent < Math.min(floods, seconds * aSecond); sent += 1) {
      const body = { email: `flood${sent}@people.example`, _pass: given[ordinary + (sent % LIMIT)] };
      sending.push(
        call(many, `/f/${form}`, `203.0.113.${sent % 256}`, body).then(({ status }) => {
          flooded.statuses.set(status, (flooded.statuses.get(status) ?? 0) + 1);
        }),
      );
    }
    for (; quiet < Math.min(ordinary, seconds * OTHERS_A_SECOND); quiet += 1) {
      const body = { email: `ordinary${aSecond}-${quiet}@people.example`, _pass: given[quiet] };
      sending.push(
        call(other, `/f/${form}`, network(), body).then(({ status, ms }) => {
          flooded.others.push(ms);
          if (status !== 200) flooded.refusedOthers += 1;
        }),
      );
    }
    await sleep(2);
  }
  await Promise.all(sending);
  await other.close();
  return flooded;
}

try {
  await prepare();
  const times = await timing();
  const rows = KINDS.map((kind): [string, string] => [
    kind,
    `median ${quantile(times[kind], 0.5).toFixed(2)} ms, mean ${mean(withoutSlowest(times[kind])).toFixed(3)} ms`,
  ]);
  const tested = (['subscribed', 'suppressed'] as const).map((kind) => {
    const t = welch(times[kind], times.new);
    const ratio = mean(withoutSlowest(times[kind])) / mean(withoutSlowest(times.new));
    return [
      `${kind} against new`,
      `ratio ${ratio.toFixed(4)}, t ${t.toFixed(2)}${Math.abs(t) > T_LIMIT ? '  DIFFERS' : ''}`,
    ];
  }) as [string, string][];
  console.log(`\nThe time of an answer, ${EACH} of each, the same bytes\n${columns([...rows, ...tested])}`);
  const alone = await flood(0);
  const beside = await flood(FLOOD_A_SECOND);
  const shown = ({ others }: Flooded) =>
    `median ${quantile(others, 0.5).toFixed(1)} ms, 99 of 100 within ${quantile(others, 0.99).toFixed(1)} ms`;
  const statuses = [...beside.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `\nA network with ${FLOOD_A_SECOND} sign-ups a second, for ${FLOOD_SECONDS} s\n${columns([
      ['it got', statuses],
      ['others, alone', shown(alone)],
      ['others, beside it', shown(beside)],
      ['others refused', String(alone.refusedOthers + beside.refusedOthers)],
    ])}`,
  );
} finally {
  await Promise.all([one.close(), many.close()]);
  await benchServer.close();
}
