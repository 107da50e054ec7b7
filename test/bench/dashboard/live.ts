import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { callerOf } from '../bench-server.ts';
import { columns } from '../compare.ts';
import { Program, serve } from '../processes.ts';
import { type Cost, costOf, signedIn } from './browser-cost.ts';
import { type Load, recordEvents, sendMails } from './load.ts';
import { READERS } from './rows.ts';
import { signInOwner } from './team.ts';

const A_SECOND = 200;
const AIM = 30;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const SETTLED_MS = 3_000;

interface Looked extends Cost {
  name: string;
  /** The events per second in the meantime. */
  rate: number;
}

/** The browser's cost of a live screen while 200 messages a second are sent, or 200 events arrive. */
export async function watchLive(databaseUrl: string, browser: Browser): Promise<string> {
  const looked = [...(await whileSending(databaseUrl, browser)), await whileFiling(databaseUrl, browser)];
  const head = ['', 'a second', 'main thread %', 'of which scripts', 'whole process %', ''];
  const lines = looked.map(({ name, rate, main, script, process }) => [
    ...[name, rate.toFixed(0), main.toFixed(1), script.toFixed(1), process.toFixed(1)],
    main > AIM ? 'over the aim' : 'met',
  ]);
  return columns([head, ...lines]);
}

async function whileSending(databaseUrl: string, browser: Browser): Promise<Looked[]> {
  const mailServer = new Program('delivery/mail-server');
  const { port } = await mailServer.ask<{ port: number }>();
  const mailUrl = `smtp://127.0.0.1:${port}?pool=10`;
  const server = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0', MAIL_URL: mailUrl });
  const call = callerOf(server.url);
  try {
    const look = await openLooking(databaseUrl, browser, server.url);
    const campaign = await sendCampaign(call);
    const sent = async () => Number((await call('GET', `/campaigns/${campaign}`)).sent_count);
    const looked = [
      await look('Today', '/', sent),
      await look('a campaign', `/campaigns/${campaign}`, sent),
      await look('Campaigns', '/campaigns', sent),
    ];
    await call('POST', `/campaigns/${campaign}/cancel`);
    looked.push(await under(sendMails(call, A_SECOND), (done) => look('Transactional', '/transactional', done)));
    looked.push(await under(recordEvents(call, A_SECOND), (done) => look('Events', '/events', done)));
    return looked;
  } finally {
    await server.stop();
    mailServer.stop();
  }
}

async function whileFiling(databaseUrl: string, browser: Browser): Promise<Looked> {
  const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  const server = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0', DATA_DIR: home });
  try {
    const look = await openLooking(databaseUrl, browser, server.url);
    return await under(sendMails(callerOf(server.url), A_SECOND), (done) => look('Outbox', '/outbox', done));
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Opens a screen, and returns its cost while `count` grows. */
async function openLooking(databaseUrl: string, browser: Browser, url: string) {
  const secret = await signInOwner(databaseUrl);
  return async (name: string, path: string, count: () => Promise<number>): Promise<Looked> => {
    const context = await signedIn(browser, url, secret);
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    await page.locator('main h1').waitFor();
    await sleep(SETTLED_MS);
    const [from, before] = [performance.now(), await count()];
    const cost = await costOf(browser, page, SECONDS);
    const rate = ((await count()) - before) / ((performance.now() - from) / 1_000);
    await context.close();
    return { name, rate, ...cost };
  };
}

async function under(load: Load, work: (done: () => Promise<number>) => Promise<Looked>): Promise<Looked> {
  try {
    return await work(async () => load.done);
  } finally {
    await load.stop();
  }
}

/** A campaign to twenty thousand people, sent at the pace; returns its id once it runs. */
async function sendCampaign(call: ReturnType<typeof callerOf>): Promise<string> {
  const { id } = await call('POST', '/campaigns', {
    ...{ name: `Live ${Date.now()}`, list: READERS, template: 'Letter 1', messages_per_minute: A_SECOND * 60 },
    ignore_frequency: true,
  });
  await call('POST', `/campaigns/${id}/send`);
  while (Number((await call('GET', `/campaigns/${id}`)).sent_count) === 0) await sleep(100);
  return id;
}
