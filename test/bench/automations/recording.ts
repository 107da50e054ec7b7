/**
 * `npm run bench:recording`: recording events in batches of 1000 with no listener, with one for every hundredth event and with
 * one for each, against the same statement without the automation part. Alternately, one batch each, so that other load affects
 * all alike; compares the medians. BENCH_ROUNDS (60) is the number of batches of each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { recordEvents } from '../../../src/domain/insight/record-events.ts';
import { bootstrap } from '../../../src/domain/platform/teams.ts';
import { newId } from '../../../src/ids.ts';
import { createLog } from '../../../src/log.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { TOKEN } from '../bench-server.ts';
import { eventBatch } from '../event-batches.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const WARM = 10;

/** The automation part, which a variant omits: PostgreSQL does not run an unread part. */
const PART =
  /, signalled as \(\s*insert into automation_signals[^$]*(\$\d+)[\s\S]*?(\$\d+)(?:::int)? and l\.kind = 'event'\)\s*\)/;
let isLeftOut = false;
/** How many statements were sent without it. */
let left = 0;

const folder = await mkdtemp(join(tmpdir(), 'tidings-recording-'));
const log = createLog('warn');
const database = await startEmbedded(folder, log);
await migrate(database.url, log);
const { db, pool, close } = connect(database.url, 1);
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...[given, ...rest]: [{ text: string; name?: string }, ...unknown[]]) => {
    const text = isLeftOut && typeof given === 'object' ? leaveOut(given.text) : undefined;
    if (text) left++;
    return query(
      text ? { ...given, text, ...(given.name && { name: `w${given.name}`.slice(0, 63) }) } : given,
      ...rest,
    );
  }) as typeof client.query;
});

function leaveOut(text: string): string | undefined {
  const [part, one, other] = PART.exec(text) ?? [];
  if (part === undefined) return undefined;
  return text.replace(part, () => `, signalled as (select ${one}::int, ${other}::int)`);
}

const team = 1;
const scope = createScope(db, { id: team }, WORKER);
let next = 0;

const named = (name: (index: number) => string) =>
  eventBatch(next++).map((event, index) => ({ ...event, name: name(index), occurred_at: new Date().toISOString() }));

const VARIANTS: Record<string, { isLeftOut: boolean; listens: boolean; name: (index: number) => string }> = {
  'without the part': { isLeftOut: true, listens: false, name: () => 'checkout.completed' },
  'no listener': { isLeftOut: false, listens: false, name: () => 'checkout.completed' },
  '1 % matches': {
    isLeftOut: false,
    listens: true,
    name: (index) => (index % 100 === 0 ? 'listened' : 'checkout.completed'),
  },
  'all match': { isLeftOut: false, listens: true, name: () => 'listened' },
};

async function listen(listens: boolean): Promise<void> {
  await run(db, sql`delete from automation_listeners`);
  await run(db, sql`truncate automation_signals`);
  if (!listens) return;
  await run(
    db,
    sql`insert into automation_listeners (team_id, kind, ref, automation_id) select team_id, 'event', 'listened', id from automations`,
  );
}

try {
  await bootstrap(db, { secret: TOKEN });
  await run(
    db,
    sql`insert into automations (team_id, id, name, status) values (${team}, ${newId()}::uuid, 'bench', 'active')`,
  );
  const took = new Map<string, number[]>(Object.keys(VARIANTS).map((name) => [name, []]));
  for (let round = 0; round < WARM + ROUNDS; round++) {
    for (const [name, variant] of Object.entries(VARIANTS)) {
      await listen(variant.listens);
      isLeftOut = variant.isLeftOut;
      const batch = named(variant.name);
      const from = performance.now();
      await recordEvents(scope, batch);
      if (round >= WARM) took.get(name)!.push(performance.now() - from);
    }
  }
  if (left !== WARM + ROUNDS) throw new Error(`the part was left out of ${left} statements`);
  const median = (name: string) => took.get(name)!.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
  const base = median('without the part');
  for (const name of took.keys()) {
    console.log(
      `${name.padEnd(18)} ${median(name).toFixed(1).padStart(7)} ms a batch   ${(base / median(name)).toFixed(2)}`,
    );
  }
} finally {
  await close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
