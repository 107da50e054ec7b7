/**
 * `tsx test/bench/delivery/ab-kills.ts [people] [kills]` (20,000, 20): a campaign with three variants and a sample of 10 % is
 * sent by two workers, one with a clock an hour ahead, while they are killed with SIGKILL and restarted: a quarter of the kills
 * each during queueing, the sample, the decision, and the release and sending of the rest. The mail server's messages are compared
 * with the ledger, and the split with a plain computation.
 */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { columns } from '../compare.ts';
import { work } from '../processes.ts';
import { type Installation, openInstallation, until } from './installation.ts';

const PEOPLE = Number(process.argv[2] ?? 20_000);
const KILLS = Number(process.argv[3] ?? 20);
const EACH = Math.ceil(KILLS / 4);
const CONNECTIONS = 5;
const VARIANTS = 3;
const PERCENT = 10;
const SAMPLE = Math.ceil((PEOPLE * PERCENT) / 100);
const WINNER = 2;
const HOUR_MS = 3_600_000;

const installation: Installation = await openInstallation(PEOPLE, CONNECTIONS, ['--no-workers']);
/** Blocks the deciding process. */
const blocker = new pg.Client({ connectionString: installation.env.DATABASE_URL });
await blocker.connect();
const shifted = { NODE_OPTIONS: `--import=${fileURLToPath(import.meta.resolve('../../support/shifted-clock.mjs'))}` };
const start = (index: number): ChildProcess =>
  work({ ...installation.env, ...(index === 1 && { ...shifted, CLOCK_AHEAD_MS: String(HOUR_MS) }) });
const workers: ChildProcess[] = [];
const kills = { enqueueing: 0, sample: 0, decision: 0, rest: 0 };
try {
  const id = await send();
  await killWhileFiling(id);
  await killWhileSending('sample', 0, SAMPLE);
  await until(
    async () =>
      (await count(`campaign_id = $1 and variant is not null and state not in ('sent', 'unknown')`, id)) === 0,
  );
  await killWhileDeciding(id);
  await killWhileLettingGo(id);
  await killWhileSending('rest', SAMPLE, PEOPLE);
  const from = performance.now();
  await until(async () => (await campaign(id)).status === 'sent');
  await judge(id, (performance.now() - from) / 1000);
} finally {
  await blocker.end();
  await stopAll('SIGTERM');
  await installation.close();
}

// biome-ignore lint/suspicious/noExplicitAny: a program looks into what came back
async function campaign(id: string): Promise<any> {
  return (await installation.call('GET', `/campaigns/${id}`)).data;
}

async function count(where: string, ...values: unknown[]): Promise<number> {
  const { rows } = await installation.client.query(
    `select count(*)::int as count from messages where ${where}`,
    values,
  );
  return rows[0].count;
}

async function send(): Promise<string> {
  const variants = Array.from({ length: VARIANTS }, (_, n) => ({ name: `V${n + 1}`, subject: `Variant ${n + 1}` }));
  const test = { variants, sample_percent: PERCENT, decide_after: 'PT10M', by: 'clicks' };
  const { data } = await installation.call('POST', '/campaigns', {
    name: 'A/B',
    list: installation.list,
    template: 'Letter',
    test,
  });
  await installation.call('POST', `/campaigns/${data.id}/send`);
  return data.id;
}

function startAll(): void {
  for (const index of [0, 1]) workers[index] ??= start(index);
}

async function stopAll(signal: NodeJS.Signals): Promise<void> {
  for (const worker of workers) worker.kill(signal);
  await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));
  workers.length = 0;
}

/** Whether a statement with these words is running; `waits`: for a lock. */
async function isAtWork(words: string, waits = false): Promise<boolean> {
  const { rows } = await installation.client.query(
    `select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%' || $1 || '%'
       and ($2 = false or wait_event_type = 'Lock')`,
    [words, waits],
  );
  return rows.length > 0;
}

async function killWhileFiling(id: string): Promise<void> {
  while (kills.enqueueing < EACH) {
    startAll();
    await until(
      async () => (await isAtWork('insert into messages')) || (await campaign(id)).recipients_count !== null,
      1,
    );
    if ((await campaign(id)).recipients_count !== null)
      throw new Error('it was enqueued before the kill: take more people');
    await sleep(Math.random() * 20);
    await stopAll('SIGKILL');
    kills.enqueueing += 1;
    await until(async () => !(await isAtWork('insert into messages')), 1);
  }
  startAll();
  await until(async () => (await campaign(id)).recipients_count !== null);
  console.log(`killed ${kills.enqueueing} times while it was enqueued`);
}

/** Kills one worker after another, in turn, when shares of the messages between `from` and `to` have arrived. */
async function killWhileSending(phase: 'sample' | 'rest', from: number, to: number): Promise<void> {
  startAll();
  const first = kills[phase];
  while (kills[phase] < EACH) {
    const share = (kills[phase] - first + 1) / (EACH - first + 1);
    await until(async () => (await installation.accepted()).total >= from + (to - from) * share * 0.9, 5);
    await sleep(Math.random() * 20);
    const index = kills[phase] % 2;
    workers[index]!.kill('SIGKILL');
    await once(workers[index]!, 'exit');
    workers[index] = start(index);
    kills[phase] += 1;
  }
  console.log(`killed ${kills[phase]} times while the ${phase} was sent`);
}

/**
 * Some people click; the decision becomes due; and the deciding process is blocked before it writes the decision, and killed
 * there.
 */
async function killWhileDeciding(id: string): Promise<void> {
  await stopAll('SIGTERM');
  await installation.client.query(
    `insert into campaign_counts (team_id, campaign_id, what, detail, variant, holder, count)
     select team_id, campaign_id, 'clicked', '', variant, 0, count(*) from messages
     where campaign_id = $1 and state = 'sent' and variant is not null and get_byte(decode(md5(person_key::text), 'hex'), 0) < 30 + 40 * (variant = $2)::int
     group by team_id, campaign_id, variant`,
    [id, WINNER],
  );
  await installation.client.query('update campaigns set decide_at = now() where id = $1', [id]);
  while (kills.decision < EACH) {
    await blocker.query('begin');
    const { rows } = await blocker.query('select winner from campaigns where id = $1 for update', [id]);
    if (rows[0].winner !== null) throw new Error('it was decided before the kill');
    startAll();
    await until(() => isAtWork('set winner', true), 5);
    await stopAll('SIGKILL');
    await blocker.query('rollback');
    kills.decision += 1;
    await until(async () => !(await isAtWork('set winner')), 1);
    if ((await campaign(id)).test.winner !== null) throw new Error('a killed process decided');
  }
  console.log(`killed ${kills.decision} times while it was decided`);
}

/** A kill while the first messages of the rest are released, and one when some of them are, if there is time for it. */
async function killWhileLettingGo(id: string): Promise<void> {
  startAll();
  await until(() => isAtWork('freed as'), 1);
  await stopAll('SIGKILL');
  kills.rest += 1;
  startAll();
  const heldOf = () => count(`campaign_id = $1 and variant is null`, id);
  let held = 0;
  await until(async () => {
    held = await heldOf();
    return held < PEOPLE - SAMPLE;
  }, 1);
  if (held > 0) {
    await stopAll('SIGKILL');
    kills.rest += 1;
  }
  console.log(
    `killed ${kills.rest} times while the rest was let go: ${await heldOf()} of ${PEOPLE - SAMPLE} still wait`,
  );
}

async function judge(id: string, seconds: number): Promise<void> {
  const { rows } = await installation.client.query(
    `select m.id, m.person_key as key, m.variant, m.state, p.email from messages m join people p on p.team_id = m.team_id and p.key = m.person_key
     where m.campaign_id = $1`,
    [id],
  );
  const hash = new Map(rows.map(({ key }) => [key, createHash('md5').update(`${id}${key}`).digest('hex')]));
  const ranked = [...rows].sort((a, b) => (hash.get(a.key)! < hash.get(b.key)! ? -1 : 1));
  const expected = new Map(ranked.map(({ key }, rank) => [key, rank < SAMPLE ? 1 + (rank % VARIANTS) : WINNER]));
  const wrong = rows.filter(({ key, variant }) => variant !== expected.get(key)).length;
  const shares = Array.from(
    { length: VARIANTS },
    (_, n) => ranked.slice(0, SAMPLE).filter(({ variant }) => variant === n + 1).length,
  );

  const accepted = await installation.dump();
  const variantOf = new Map(rows.map(({ email, variant }) => [email, variant]));
  const arrived = new Set(accepted.map(([, to]) => to));
  const other = accepted.filter(([, to, , , subject]) => subject !== `Variant ${variantOf.get(to)}`).length;
  const unknown = rows.filter(({ state }) => state === 'unknown');
  const missing = rows.filter(({ email }) => !arrived.has(email));
  const lost = missing.filter(({ state }) => state !== 'unknown').length;
  const counts = await campaign(id);
  const total = Object.values(kills).reduce((sum, one) => sum + one, 0);
  const faults = {
    'people without exactly one message': PEOPLE - rows.length,
    'people with another variant than computed': wrong,
    'messages with another content than the ledger says': other,
    lost,
    'sent twice': accepted.length - arrived.size,
    'shares more than one apart': Number(Math.max(...shares) - Math.min(...shares) > 1),
    'another winner': Number(counts.test.winner !== WINNER || counts.test.decided_by !== 'rule'),
    'counts that differ': Number(
      counts.sent_count + counts.unknown_count !== PEOPLE || counts.unknown_count !== unknown.length,
    ),
    'more unknown than were on their way': Number(unknown.length > total * 2 * CONNECTIONS),
  };
  console.log(
    columns([
      [
        'people, kills',
        `${PEOPLE}, ${total} (${Object.entries(kills)
          .map((one) => one.join(' '))
          .join(', ')})`,
      ],
      ['shares of the sample', shares.join(', ')],
      ['arrived', `${arrived.size}; unknown ${unknown.length}, of which ${missing.length} did not arrive`],
      ['last message after the last kill', `${seconds.toFixed(1)} s`],
      ...Object.entries(faults).map(([name, number]): [string, string] => [name, String(number)]),
    ]),
  );
  process.exitCode = Object.values(faults).every((number) => number === 0) ? 0 : 1;
}
