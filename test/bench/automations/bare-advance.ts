import pg from 'pg';
import { statement } from '../../support/statement.ts';

/** As many as the product advances at a time, and on as many connections. */
const TOGETHER = 500;
const CONNECTIONS = 2;

type Run = Record<'id' | 'subscriber', string>;

/** Only the writes of advancing a run, without finding, reading, locking or deciding. */
const WRITES: { of: keyof Run; text: string }[] = [
  {
    of: 'subscriber',
    text: `update subscribers set tag_ids = array_append(tag_ids, (select min(id) from tags)), updated_at = now()
   where team_id = 1 and id = any($1::uuid[])`,
  },
  {
    of: 'id',
    text: `update automation_runs set step = 'second', entered_at = now(), wait_until = now() + interval '1 day', due_at = now() + interval '1 day'
   where team_id = 1 and id = any($1::uuid[])`,
  },
  {
    of: 'id',
    text: `insert into automation_run_steps (team_id, run_id, step, number, type, outcome, at)
   select 1, run, step, number, 'wait', 'done', now()
   from unnest($1::uuid[]) run, (values ('first', 1), ('judge', 2), ('tag', 3)) taken (step, number)`,
  },
];

/** Advances runs that wait at the step `first` by plain SQL: a condition, a tag and a wait. Returns runs a second. */
export async function bareAdvance(databaseUrl: string, count: number): Promise<number> {
  const rows = (await statement(
    databaseUrl,
    `select id, subscriber_id as subscriber from automation_runs where step = 'first' limit ${count}`,
  )) as Run[];
  const sets = Array.from({ length: Math.ceil(count / TOGETHER) }, (_, index) =>
    rows.slice(index * TOGETHER, (index + 1) * TOGETHER),
  ).values();
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => moveAll(databaseUrl, sets)));
  return (rows.length * 1_000) / (performance.now() - began);
}

async function moveAll(connectionString: string, sets: Iterable<Run[]>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const set of sets) {
    await client.query('begin');
    for (const [index, { of, text }] of WRITES.entries()) {
      await client.query({ name: `write${index}`, text, values: [set.map((run) => run[of])] });
    }
    await client.query('commit');
  }
  await client.end();
}
