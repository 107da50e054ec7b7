/**
 * `npm run bench:attacks`: attackers work for BENCH_SECONDS (300) while a shop continues with BENCH_RATE (20) calls a second and
 * a campaign to BENCH_PEOPLE (5,000). First a fifth of that time without them, for comparison. At the end all acknowledged data
 * must exist, and every message must have been sent once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { columns } from '../compare.ts';
import { until } from '../delivery/installation.ts';
import { lostWrites } from '../mixed/lost-writes.ts';
import { openShop } from '../mixed/shop.ts';
import type { TrafficLoad, TrafficReport } from '../mixed/traffic.ts';
import { freePort, Program } from '../processes.ts';
import { residentMb } from '../watch.ts';
import type { AttackReport } from './attackers.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 300);
const RATE = Number(process.env.BENCH_RATE ?? 20);
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DOMAIN = 'bounces.shop.example';

const smtpPort = await freePort();
const shop = await openShop(PEOPLE, {
  ...{ FEEDBACK_DOMAIN: DOMAIN, FEEDBACK_SMTP_PORT: String(smtpPort), FEEDBACK_SMTP_HOST: '127.0.0.1' },
});
const traffic = new Program('mixed/traffic');
const attackers = new Program('attacks/attackers');
try {
  const alone = await measure('alone', SECONDS / 5, 0);
  await shop.startBackground();
  const attacked = attackers.ask<AttackReport>({
    ...{ port: Number(new URL(shop.url).port), smtpPort, domain: DOMAIN, seconds: SECONDS },
  });
  const beside = await measure('beside the attacks', SECONDS, SECONDS * RATE);
  const attacks = await attacked;
  console.log(columns([['', 'answered', 'p50', 'p99', 'slowest', '503', 'faults', 'memory'], alone.row, beside.row]));
  console.log(columns(Object.entries(attacks).map(([what, times]) => [what, String(times)])));
  console.log(`memory every ${SECONDS / 10} s: ${beside.memory.join(', ')} MB`);
  for (const [fault, times] of Object.entries(beside.report.faults)) console.log(`${times} × ${fault}`);
  console.log(await shop.backgroundResult());
  console.log(await lostWrites(shop.client, [alone.report, beside.report]));
  console.log(await sentOnce([alone.report, beside.report]));
} finally {
  attackers.stop();
  traffic.stop();
  await shop.close();
}

async function measure(name: string, seconds: number, first: number) {
  const memory: number[] = [];
  const watching = setInterval(() => memory.push(residentMb(shop.pid)), seconds * 100);
  const load: TrafficLoad = {
    ...{ url: shop.url, token: shop.token, targets: shop.targets },
    ...{ rate: RATE, seconds, first },
  };
  const report = await traffic.ask<TrafficReport>(load);
  clearInterval(watching);
  const waits = Object.values(report.waits)
    .flat()
    .sort((a, b) => a - b);
  const within = (share: number) =>
    `${(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0).toFixed(1)} ms`;
  const faults = Object.values(report.faults).reduce((sum, times) => sum + times, 0);
  const row = [
    ...[name, String(waits.length), within(0.5), within(0.99), within(1)],
    ...[String(report.putOff), String(faults), `${Math.min(...memory)} to ${Math.max(...memory)} MB`],
  ];
  await sleep(2_000);
  return { report, row, memory };
}

/** Waits until every e-mail was sent. Throws when one was sent twice. */
async function sentOnce(reports: readonly TrafficReport[]): Promise<string> {
  const expected = PEOPLE + reports.reduce((sum, { mails }) => sum + mails.length, 0);
  await until(async () => (await shop.accepted()).ids >= expected, 500);
  const { ids, total } = await shop.accepted();
  if (ids !== total) throw new Error(`${total - ids} of ${ids} messages left twice`);
  return `messages at the mail server: ${ids} of ${expected}, each once`;
}
