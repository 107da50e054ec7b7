/**
 * `tsx test/bench/webhooks/recording.ts`: recording events in batches of 1000, and settling 100 sent e-mails, with no webhook and
 * with one for everything, against the same statements without the webhook part. Alternately, one set each, so that other load
 * affects all alike; compares the medians. BENCH_ROUNDS (60) is the number of sets of each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { recordEvents } from '../../../src/domain/insight/record-events.ts';
import { writeLedger } from '../../../src/domain/ledger/write-ledger.ts';
import { bootstrap } from '../../../src/domain/platform/teams.ts';
import { logMails, type NewMail } from '../../../src/domain/sending/log-mails.ts';
import { newId } from '../../../src/ids.ts';
import { createLog } from '../../../src/log.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { TOKEN } from '../bench-server.ts';
import { eventBatch } from '../event-batches.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const WARM = 10;
const MAILS = 100;

let isLeftOut = false;
/** How many statements were sent without the part. */
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

/** The statement with nothing in the part but its parameters: PostgreSQL does not run an unread part. */
function leaveOut(text: string): string | undefined {
  const begin = /\bas \(\s*(?=insert into webhook_notifications)/.exec(text);
  if (!begin) return undefined;
  const from = begin.index + begin[0].length;
  let to = from;
  for (let depth = 1; depth > 0; to++) depth += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0;
  const given = text.slice(from, to - 1).match(/\$\d+::[a-z]+(\[\])?/g) ?? [];
  return `${text.slice(0, from)}select ${given.join(', ')}${text.slice(to - 1)}`;
}

const scope = createScope(db, { id: 1 }, WORKER);
let next = 0;

const WORK: Record<string, () => Promise<() => Promise<unknown>>> = {
  'recording events': async () => {
    const batch = eventBatch(next++).map((event) => ({ ...event, occurred_at: new Date().toISOString() }));
    return () => recordEvents(scope, batch);
  },
  'settling mails': async () => {
    const logged = await logMails(
      scope,
      Array.from({ length: MAILS }, () => mail()),
    );
    const ids = logged.flatMap((one) => ('mail' in one ? one.mail.id : []));
    await run(db, sql`update messages set state = 'sending', fence = 1 where team_id = 1 and id = any(${ids}::uuid[])`);
    const settlements = ids.map((id) => ({ claim: claimOf(id), state: 'sent' as const }));
    return () => writeLedger(db, settlements, [], 30);
  },
};

const mail = (): NewMail => ({
  ...{ template: '', templateId: null, subject: 'Hello', fromName: null, subjectSource: null, htmlSource: 'Hello' },
  ...{ textSource: null, fromEmail: 'shop@shop.test', to: [`p${next++}@people.test`], cc: [], bcc: [], replyTo: null },
  ...{ names: {}, headers: {}, attachments: [], locale: null, variables: {}, tracking: false, transportId: null },
  ...{ sendAt: null, isTest: false, campaignId: null, asPersonKey: null, variant: null },
  ...{ strict: null, warnings: [], secretVariables: [] },
  ...{ automationId: null, automationStep: null, runId: null },
});

const claimOf = (id: string) => ({
  ...{ teamId: 1, id, kind: 'transactional' as const, createdAt: new Date(), mailId: id, subscriberId: null },
  ...{ campaignId: null, personKey: null, runId: null, variant: null, fence: 1, remaining: null },
  ...{ age: 0, repeats: true, failures: 0, undecided: 0 },
});

const VARIANTS = {
  'without the part': { isLeftOut: true, listens: false },
  'no webhook': { isLeftOut: false, listens: false },
  'one for everything': { isLeftOut: false, listens: true },
};

async function listen(listens: boolean): Promise<void> {
  await run(db, sql`delete from webhooks`);
  await run(db, sql`delete from webhook_notifications`); // truncating would make PostgreSQL plan statements anew
  if (!listens) return;
  await run(
    db,
    sql`insert into webhooks (team_id, id, url, kinds, secret) values (1, ${newId()}::uuid, 'https://a.test/', '{*}', '\\x00')`,
  );
}

try {
  await bootstrap(db, { secret: TOKEN });
  for (const [what, prepare] of Object.entries(WORK)) {
    const took = new Map<string, number[]>(Object.keys(VARIANTS).map((name) => [name, []]));
    left = 0;
    for (let round = 0; round < WARM + ROUNDS; round++) {
      for (const [name, variant] of Object.entries(VARIANTS)) {
        await listen(variant.listens);
        const work = await prepare();
        isLeftOut = variant.isLeftOut;
        const from = performance.now();
        await work();
        isLeftOut = false;
        if (round >= WARM) took.get(name)!.push(performance.now() - from);
      }
    }
    if (left !== WARM + ROUNDS) throw new Error(`the part was left out of ${left} statements`);
    const median = (name: string) => took.get(name)!.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
    for (const name of took.keys()) {
      const ratio = median('without the part') / median(name);
      console.log(
        `${what.padEnd(17)} ${name.padEnd(19)} ${median(name).toFixed(1).padStart(7)} ms   ${ratio.toFixed(2)}`,
      );
    }
  }
} finally {
  await close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
