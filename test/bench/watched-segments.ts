/**
 * `npm run bench:segments`: the cost of maintaining the members of ten segments that automations watch, on a million subscribers
 * (BENCH_SUBSCRIBERS; BENCH_EVENTS makes their history shorter): the first filling, a round without changes, and one in which
 * every hundredth member changed. Keeps the plan of the quiet round in test/bench/explain.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, run, runOnce, sql } from '../../src/database/connect.ts';
import { checkoutRoot } from '../../src/database/home.ts';
import { findDueSegments } from '../../src/domain/automations/clock/watched-segments.ts';
import { createSegment } from '../../src/domain/segments/segments.ts';
import { newId } from '../../src/ids.ts';
import { createLog } from '../../src/log.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import { EVENTS, openAudience, SUBSCRIBERS } from './audience/build.ts';
import { LIST } from './audience/rows.ts';
import { QUESTIONS } from './audience/rules.ts';

const WATCHED = [
  ...[
    'language equals en',
    'tags has_any rare',
    'tags has_any common',
    'tags has_none common',
    'engagement active 30 d',
  ],
  ...['attribute text equals', 'attribute date anniversary 7 d', 'attribute boolean is_true'],
  ...['subscribed_at within_last_days', 'sample 10 %'],
];

const audience = await openAudience();
const { db, pool, close } = connect(audience.url, 1);
const log = createLog('warn');
const scope = createScope(db, { id: 1 }, WORKER);
const plans: string[] = [];
pool.on('connect', (client) => client.on('notice', ({ message }) => plans.push(message ?? '')));

async function forget(): Promise<void> {
  await run(db, sql`delete from automations where name = 'bench'`);
  await run(db, sql`delete from segments where name = 'bench'`);
  await run(db, sql`truncate automation_members, automation_segments, automation_signals`);
}

async function watch(rules: object[]): Promise<void> {
  const conditions = { operator: 'and', rules };
  const { id: segment } = await createSegment(scope, LIST, { name: 'bench', conditions });
  const [id, teamId] = [newId(), 1];
  const definition = { trigger: { type: 'segment_entered', segment, include_existing: false } };
  await db.automation.create({ data: { teamId, id, name: 'bench', status: 'active' } });
  await db.automationVersion.create({ data: { teamId, automationId: id, version: 1, definition } });
  await db.automationListener.create({ data: { teamId, automationId: id, kind: 'segment_entered', ref: segment } });
}

async function round(name: string): Promise<void> {
  await run(db, sql`update automation_segments set due_at = now()`);
  const from = performance.now();
  const { entered, left } = await findDueSegments(db, log);
  const took = Math.round(performance.now() - from);
  console.log(`${name.padEnd(34)} ${String(took).padStart(7)} ms for all ten  entered ${entered}, left ${left}`);
}

/** Each segment separately, in milliseconds. */
async function each(): Promise<void> {
  const rows = await run<{ id: string; members: number }>(
    db,
    sql`select w.segment_id::text as id, (select count(*)::int from automation_members m where m.segment_id = w.segment_id) as members
        from automation_segments w order by 2`,
  );
  for (const { id, members } of rows) {
    await run(db, sql`update automation_segments set due_at = now() where segment_id = ${id}::uuid`);
    const from = performance.now();
    await findDueSegments(db, log);
    console.log(`  ${members.toLocaleString('en').padStart(9)} members: ${Math.round(performance.now() - from)} ms`);
  }
}

async function keepPlan(): Promise<void> {
  const explain = ['log_min_duration = 0', 'log_analyze = on', 'log_buffers = on', 'log_level = notice'];
  await runOnce(db, sql`load 'auto_explain'`);
  for (const one of explain) await pool.query(`set auto_explain.${one}`);
  plans.length = 0;
  await run(db, sql`update automation_segments set due_at = now()`);
  await findDueSegments(db, log);
  const plan = plans.filter((text) => text.includes('automation_members') && text.includes('full join')).at(-1);
  if (!plan) throw new Error('no plan was logged');
  const head = `a round of a watched segment\n${SUBSCRIBERS} subscribers, ${EVENTS} events\n`;
  await writeFile(join(checkoutRoot(), 'test/bench/explain/watched-segment.txt'), `${head}\n${plan}\n`);
}

try {
  await forget();
  for (const name of WATCHED) await watch(QUESTIONS.find((one) => one.name === name)!.rules as object[]);
  await round('the first filling');
  await run(db, sql`vacuum (analyze) automation_members`);
  for (let n = 0; n < 3; n++) await round('nobody came or left');
  await each();
  const changed = await run(
    db,
    sql`update subscribers set locale = case when locale like 'en%' then 'de' else 'en' end
        where team_id = 1 and substr(person_key::text, 1, 2) in ('00', '01', '02') returning 1`,
  );
  await round(`${changed.length} changed their language`);
  await round('nobody came or left');
  await keepPlan();
} finally {
  await forget();
  await close();
  await audience.stop();
}
