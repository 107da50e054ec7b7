/**
 * `npm run bench:sign-ins`: whether the response to a request for a sign-in link reveals, by its time or bytes, if the address
 * has an account. BENCH_SIGN_INS (2000) is the number of each kind, in random order, on one connection. The workers run at the
 * same time and send to a mail server, as in production: their work for a member must not be visible either.
 */
import pg from 'pg';
import { Agent, request } from 'undici';
import { startBenchServer } from './bench-server.ts';
import { columns } from './compare.ts';
import { mean, quantile, T_LIMIT, welch, withoutSlowest } from './equal-times.ts';
import { compile, Program } from './processes.ts';

const EACH = Number(process.env.BENCH_SIGN_INS ?? 2_000);
const KINDS = ['anonymous', 'member'] as const;

await compile();
const mailServer = new Program('delivery/mail-server');
const { port } = await mailServer.ask<{ port: number }>();
const benchServer = await startBenchServer({
  TRUSTED_PROXIES: '127.0.0.1',
  MAIL_URL: `smtp://127.0.0.1:${port}?pool=5`,
});
const agent = new Agent({ connections: 1 });

/** Each has its own network, so that the limit does not count. */
let networks = 0;
const network = () => `${11 + (networks >> 16)}.${(networks >> 8) & 255}.${networks++ & 255}.1`;

async function ask(email: string) {
  const began = performance.now();
  const { statusCode, headers, body } = await request(`${benchServer.url}/sign-in`, {
    ...{ dispatcher: agent, method: 'POST', body: new URLSearchParams({ email }).toString() },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': network(),
      'sec-fetch-site': 'same-origin',
    },
  });
  const text = await body.text();
  const ms = performance.now() - began;
  const { date: _, 'x-request-id': __, 'set-cookie': cookie, ...rest } = headers;
  return { ms, status: statusCode, said: JSON.stringify([rest, String(cookie).length, text]) };
}

async function makeMembers(): Promise<void> {
  const client = new pg.Client({ connectionString: benchServer.databaseUrl });
  await client.connect();
  await client.query(`with made as (
      insert into users (id, email) select gen_random_uuid(), 'member' || n || '@staff.example' from generate_series(0, ${EACH - 1}) n
      returning id
    )
    insert into members (team_id, id, user_id, role) select 1, gen_random_uuid(), id, 'editor' from made`);
  await client.query('vacuum analyze');
  await client.end();
}

try {
  await makeMembers();
  for (let warm = 0; warm < 300; warm += 1) await ask(`warm${warm}@staff.example`);
  const order = KINDS.flatMap((kind) => Array.from({ length: EACH }, (_, index) => ({ kind, index })))
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
  const times: Record<(typeof KINDS)[number], number[]> = { anonymous: [], member: [] };
  /** The time of the next response, for any address: the workers' job for the previous request might affect it. */
  const next: typeof times = { anonymous: [], member: [] };
  let before: (typeof KINDS)[number] | undefined;
  const said = new Set<string>();
  for (const { kind, index } of order) {
    const answer = await ask(`${kind}${index}@staff.example`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.said}`);
    said.add(answer.said);
    times[kind].push(answer.ms);
    if (before) next[before].push(answer.ms);
    before = kind;
  }
  if (said.size !== 1) throw new Error(`the answers differ: ${[...said].slice(0, 2).join('\n')}`);
  const shown = (label: string, of: typeof times): [string, string][] => {
    const t = welch(of.member, of.anonymous);
    const ratio = mean(withoutSlowest(of.member)) / mean(withoutSlowest(of.anonymous));
    return [
      ...KINDS.map((kind): [string, string] => [
        `${label} ${kind}`,
        `median ${quantile(of[kind], 0.5).toFixed(2)} ms, mean ${mean(withoutSlowest(of[kind])).toFixed(3)} ms`,
      ]),
      ['against each other', `ratio ${ratio.toFixed(4)}, t ${t.toFixed(2)}${Math.abs(t) > T_LIMIT ? '  DIFFERS' : ''}`],
    ];
  };
  const rows = [...shown('about a', times), ...shown('right after one about a', next)];
  console.log(`\nThe time of an answer to who asks for a link, ${EACH} of each, the same bytes\n${columns(rows)}`);
} finally {
  await agent.close();
  await benchServer.close();
  mailServer.stop();
}
