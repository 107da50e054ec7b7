/**
 * `npm run bench:hostile [-- word …]`: fifty hostile templates, each saved and rendered through REST, one after another; then all
 * at once, repeatedly, rendered and sent, while another team sends its own e-mails. Prints how long each takes, how long the
 * server's main loop was blocked, and the delay of the other team's e-mails. Words select templates by name.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../../src/database/embedded.ts';
import { checkoutRoot, databaseHome } from '../../src/database/home.ts';
import { createLog } from '../../src/log.ts';
import { TOKEN } from './bench-server.ts';
import { openMailServer } from './hostile/mail-server.ts';
import { HOSTILE } from './hostile/templates.ts';
import { compile, serve } from './processes.ts';

const MAX_MS = 1_000;
const MAX_STILL_MS = 50;
const MAILS = 100;
const BETWEEN_MAILS_MS = 100;
const ATTACKERS = 8;

const words = process.argv.slice(2);
const chosen = Object.entries(HOSTILE).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);

await compile();
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, createLog('warn'));
const mailServer = await openMailServer();
const env = { DATABASE_URL: database.url, RATE_LIMIT_PER_MINUTE: '0', DATA_DIR: home };
const server = await serve({ ...env, BOOTSTRAP_TOKEN: TOKEN, MAIL_URL: mailServer.url });
const team = ['dist/main.js', 'team', 'create', '--name', 'Victim', '--from-email', 'shop@shop.example'];
const made = execFileSync(process.execPath, team, { cwd: checkoutRoot(), env: { ...process.env, ...env } });
const VICTIM = made.toString().trim().split('\n').at(-1)!;

async function rest(token: string, method: string, path: string, body: object) {
  const from = performance.now();
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, ms: performance.now() - from, body: text ? JSON.parse(text) : undefined };
}

/** The longest block of the main loop since the last call, in milliseconds. */
async function stoodStill(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1_000;
}

interface Saved {
  id: string;
  template: string;
  variables?: object;
}

async function oneByOne(): Promise<Saved[]> {
  const saved: Saved[] = [];
  const rows = [];
  let number = 0;
  for (const [name, { variables, ...template }] of chosen) {
    const input = { name: `H${++number}`, editor: 'html', ...template };
    await stoodStill();
    const save = await rest(TOKEN, 'POST', '/templates', input);
    const row = { name, save: Math.round(save.ms), render: 0, still: 0, answer: `${save.status}`, ok: true };
    if (save.status === 201) {
      const { id } = save.body.data;
      saved.push({ id, template: input.name, ...(variables && { variables }) });
      const render = await rest(TOKEN, 'POST', `/templates/${id}/render`, { variables });
      row.render = Math.round(render.ms);
      row.answer = `${render.status} ${(render.body.message ?? '').slice(0, 70)}`;
    }
    row.still = Math.round(await stoodStill());
    row.ok = row.render <= MAX_MS && row.still <= MAX_STILL_MS;
    rows.push(row);
  }
  console.table(rows);
  return saved;
}

/** Another team's e-mails, one after another: the milliseconds from the response until each was accepted. */
async function sendMails(prefix: string): Promise<number[]> {
  const answered = new Map<string, number>();
  for (let number = 0; number < MAILS; number += 1) {
    const to = `${prefix}${number}@x.test`;
    const { status } = await rest(VICTIM, 'POST', '/transactional-mails', {
      template: 'T',
      to: [to],
      variables: { number },
    });
    if (status !== 201) throw new Error(`A mail was answered ${status}`);
    answered.set(to, performance.now());
    await sleep(BETWEEN_MAILS_MS);
  }
  while (![...answered.keys()].every((to) => mailServer.accepted.has(to))) await sleep(20);
  return [...answered].map(([to, at]) => mailServer.accepted.get(to)! - at).toSorted((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** Sends cheap requests until it is stopped; returns the slowest response in milliseconds. */
function askLightly(): () => Promise<number> {
  let [asking, slowest] = [true, 0];
  const done = (async () => {
    while (asking) {
      const from = performance.now();
      await (await fetch(`${server.url}/health/live`)).text();
      slowest = Math.max(slowest, performance.now() - from);
      await sleep(20);
    }
    return slowest;
  })();
  return () => {
    asking = false;
    return done;
  };
}

async function measured(label: string, prefix: string) {
  await stoodStill();
  const light = askLightly();
  const late = await sendMails(prefix);
  const slowest = Math.round(await light());
  return {
    ...{ label, p50: at(late, 0.5), p95: at(late, 0.95), max: at(late, 1) },
    ...{
      'main loop still': Math.round(await stoodStill()),
      'slowest light answer': slowest,
      load: loadavg()[0]!.toFixed(1),
    },
  };
}

try {
  const template = { name: 'T', editor: 'html', subject: 'Order {{ number }}', content: '<p>Order {{ number }}</p>' };
  await rest(VICTIM, 'POST', '/templates', template);
  const saved = await oneByOne();
  await measured('warm', 'warm');
  const rows = [await measured('mails alone', 'alone')];
  let [attacking, attacks, slow] = [true, 0, 0];
  const attackers = Array.from({ length: ATTACKERS }, async (_, attacker) => {
    for (let turn = attacker; attacking; turn += 1) {
      const { id, template, variables } = saved[turn % saved.length]!;
      const { ms } = await rest(TOKEN, 'POST', `/templates/${id}/render`, { variables });
      const mail = { template, from: 'a@b.test', to: ['nobody@x.test'], variables };
      await rest(TOKEN, 'POST', '/transactional-mails', mail);
      attacks += 1;
      if (ms > slow) slow = ms;
    }
  });
  rows.push(await measured(`beside ${ATTACKERS} attackers`, 'beside'));
  attacking = false;
  await Promise.all(attackers);
  console.table(rows);
  console.log(
    `${attacks} hostile renders and as many mails meanwhile, the slowest render answered after ${Math.round(slow)} ms`,
  );
} finally {
  await server.stop();
  mailServer.close();
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}
