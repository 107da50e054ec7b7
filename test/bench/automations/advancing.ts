/**
 * `npx tsx test/bench/automations/advancing.ts [runs]`: of 1,000,000 waiting runs, 100,000 become due at once and go through a
 * condition, a tag and a wait; then as many are advanced by plain SQL, the limit of the database; then 100,000 people enter.
 * Prints runs a second, the server's memory, and the report's time. Fails if a person took a step twice or was left behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { callerOf, startBenchServer } from '../bench-server.ts';
import { median } from '../compare.ts';
import { compile } from '../processes.ts';
import { residentMb } from '../watch.ts';
import { bareAdvance } from './bare-advance.ts';

const RUNS = Number(process.argv[2] ?? 1_000_000);
const DUE = RUNS / 10;
const STEPS = [
  { id: 'first', type: 'wait', for: 'P1D' },
  {
    ...{ id: 'judge', type: 'condition' },
    if: { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'de' }] },
    then: [{ id: 'tag', type: 'add_tags', tags: ['german'] }],
    else: [{ id: 'other', type: 'add_tags', tags: ['other'] }],
  },
  { id: 'second', type: 'wait', for: 'P1D' },
];

await compile();
const benchServer = await startBenchServer();
const call = callerOf(benchServer.url);
const client = new pg.Client({ connectionString: benchServer.databaseUrl });
await client.connect();
try {
  const list = benchServer.lists[0]!;
  const definition = { list, trigger: { type: 'event', name: 'cart.abandoned' }, steps: STEPS };
  const { id } = await call('POST', '/automations', { name: 'Cart', ...definition });
  await call('POST', `/automations/${id}/activate`);
  await execute(`
    insert into people (team_id, key, email) select 1, gen_random_uuid(), 'run' || n || '@example.com' from generate_series(1, ${RUNS}) n;
    insert into subscribers (team_id, id, list_id, person_key, email, status, locale)
    select 1, uuid_v7(), '${list}', key, email, 'subscribed', case when random() < 0.5 then 'de' else 'en' end from people where email like 'run%';
    insert into automation_runs (team_id, id, automation_id, version, person_key, subscriber_id, again, step, entered_at, wait_until, due_at)
    select 1, uuid_v7(), '${id}', 1, s.person_key, s.id, 'after_end', 'first', now() - interval '1 day', now() + interval '1 day', now() + interval '1 day'
    from subscribers s where s.email like 'run%';
    insert into automation_counts (team_id, automation_id, step, what, detail, holder, count)
    select 1, '${id}', step, 'entered', '', 0, ${RUNS} from unnest(array['', 'first']) step;
    vacuum analyze`);
  console.log(`${RUNS} runs wait; ${residentMb(benchServer.pid)} MB`);

  await call('GET', `/automations/${id}/report`); // a server's first call takes longer
  await execute(`
    update automation_runs set wait_until = now() + interval '3 seconds', due_at = now() + interval '3 seconds'
    where id in (select id from automation_runs limit ${DUE})`);
  await sleep(3_000);
  const began = performance.now();
  const reports: number[] = [];
  const memories: number[] = [];
  while (await isAnyDue()) {
    reports.push(await timed(() => call('GET', `/automations/${id}/report`)));
    memories.push(residentMb(benchServer.pid));
    await sleep(200);
  }
  const rate = printRate('through condition, tag and wait', began, reports, memories);
  const { rows } = await client.query(
    `select step, count(*)::int as count from automation_run_steps group by step order by step`,
  );
  console.log(JSON.stringify(rows));
  const taken = Object.fromEntries(rows.map(({ step, count }) => [step, count]));
  if (taken.first !== DUE || taken.judge !== DUE || taken.tag + taken.other !== DUE) throw new Error('not exact');

  const bare = await bareAdvance(benchServer.databaseUrl, DUE);
  console.log(`${bare.toFixed(0)} runs a second by plain SQL: ${(rate / bare).toFixed(2)} of it`);

  await execute(
    `insert into people (team_id, key, email) select 1, gen_random_uuid(), 'enter' || n || '@example.com' from generate_series(1, ${DUE}) n`,
  );
  await enterAll(list);
} finally {
  await client.end();
  await benchServer.close();
}

/** Starts another automation with subscribing people. */
async function enterAll(list: string): Promise<void> {
  const { id } = await call('POST', '/automations', {
    ...{ name: 'Welcome', list, trigger: { type: 'subscribed' }, steps: [{ type: 'wait', for: 'P1D' }] },
  });
  await call('POST', `/automations/${id}/activate`);
  const began = performance.now();
  await execute(`insert into automation_signals (team_id, person_key, kind, ref)
                 select 1, key, 'subscribed', '${list}' from people where email like 'enter%'`);
  const memories: number[] = [];
  const reports: number[] = [];
  while ((await isAnySignal()) || (await isAnyDue())) {
    reports.push(await timed(() => call('GET', `/automations/${id}/report`)));
    memories.push(residentMb(benchServer.pid));
    await sleep(200);
  }
  printRate('entered, and wait', began, reports, memories);
  const { active } = (await call('GET', `/automations/${id}/report`)) as { active: number };
  if (active !== DUE) throw new Error(`${active} entered`);
}

function printRate(what: string, began: number, reports: number[], memories: number[]): number {
  const rate = (DUE * 1_000) / (performance.now() - began);
  const [half, all] = [median(reports), Math.max(...reports)].map((ms) => ms.toFixed(0));
  console.log(
    `${DUE} ${what}: ${seconds(began)} s, ${rate.toFixed(0)} runs a second; ${reports.length} reports, half of them within ${half} ms, all within ${all} ms; ${Math.min(...memories)} to ${Math.max(...memories)} MB`,
  );
  return rate;
}

async function isAnySignal(): Promise<boolean> {
  return (await client.query('select exists (select from automation_signals) as any')).rows[0].any;
}

/** By the index, to cost nothing in the measurement. */
async function isAnyDue(): Promise<boolean> {
  const due = "state = 'active' and not parked and due_at <= now()";
  const { rows } = await client.query(`select exists (select from automation_runs where ${due}) as due`);
  return rows[0].due;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}

async function execute(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await client.query(statement);
}
