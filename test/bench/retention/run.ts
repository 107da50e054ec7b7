/**
 * `npm run bench:retention`: deletes what is older than the settings keep it from tables of a million rows each (BENCH_ROWS), then
 * again, as it is every six hours, and asks what an idle process asks. Keeps the slowest plan of each statement in test/bench/explain.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { checkoutRoot } from '../../../src/database/home.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { removeExpired } from '../../../src/jobs/remove-expired.ts';
import { createLog } from '../../../src/log.ts';
import type { Kept } from '../../../src/validation/kept-days.ts';
import { openDatabase } from '../database.ts';
import { saveIdleQueryPlan } from './idle-query.ts';
import { fill, ROWS } from './rows.ts';
import { slowest } from './slowest.ts';

const log = createLog('warn');
const database = await openDatabase();
await migrate(database.url, log);
const client = new pg.Client(database.url);
await client.connect();
await fill(client);
await client.end();

const { db, pool, close } = connect(database.url, 1);
const plans: string[] = [];
pool.on('connect', (client) => client.on('notice', ({ message }) => plans.push(message ?? '')));
await run(db, sql`load 'auto_explain'`);
for (const [name, value] of Object.entries({
  ...{
    log_min_duration: '0',
    log_analyze: 'on',
    log_buffers: 'on',
    log_level: 'notice',
    log_nested_statements: 'off',
    log_parameter_max_length: '0',
  },
})) {
  await run(db, sql`select set_config(${`auto_explain.${name}`}, ${value}, false)`);
}

const DAYS: Kept = { touches: 730, feedback: 730, changes: 730, runs: 730, mails: 730, mailContent: 30, imports: 730 };
for (const round of ['first', 'next']) {
  for (const [what, days] of Object.entries(DAYS)) {
    plans.length = 0;
    const from = performance.now();
    await removeExpired(db, { keep: { [what]: days }, dataDir: '/nowhere' }, log);
    const found = slowest(plans);
    console.log(
      `${what.padEnd(12)} ${round.padEnd(6)} ${Math.round(performance.now() - from)} ms, ${plans.length} statements`,
    );
    for (const { ms, scans, head, count, total } of found) {
      console.log(
        `   ${String(ms).padStart(8)} ms at most, ${total} ms in ${count}${scans ? '  SEQ SCAN' : ''}  ${head}`,
      );
    }
    const text = found.map(({ plan }) => plan).join('\n\n');
    await writeFile(
      join(checkoutRoot(), `test/bench/explain/removal-${what.toLowerCase()}-${round}.txt`),
      `Removal of ${what}, ${round} round\n${ROWS} rows of each table\n\n${text}\n`,
    );
  }
}
await saveIdleQueryPlan(db, plans);
await close();
await database.close();
