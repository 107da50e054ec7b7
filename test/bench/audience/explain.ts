import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../src/database/connect.ts';
import { runOnce, sql } from '../../../src/database/connect.ts';
import { checkoutRoot } from '../../../src/database/home.ts';
import { compile } from '../../../src/domain/segments/compile.ts';
import { matching } from '../../../src/domain/segments/counting.ts';
import { readSegmentContext } from '../../../src/domain/segments/read-context.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { EVENTS, SUBSCRIBERS } from './build.ts';
import { LIST } from './rows.ts';

const FOLDER = join(checkoutRoot(), 'test/bench/explain');

/** Keeps PostgreSQL's plan of our own statement for these conditions. */
export async function keepPlan(db: Database, name: string, conditions: object): Promise<void> {
  const scope = createScope(db, { id: 1 }, WORKER);
  const ground = await readSegmentContext(scope, [LIST], [conditions]);
  const rows = await runOnce<{ 'QUERY PLAN': string }>(
    db,
    sql`explain (analyze, buffers) select count(*)::int as count from subscribers s
        where ${matching(scope, LIST, compile(conditions, ground))}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const head = `${name}\n${JSON.stringify(conditions)}\n${SUBSCRIBERS} subscribers, ${EVENTS} events\n`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.txt`), `${head}\n${plan}\n`);
}
