/**
 * `npm run bench:load`: a shop's mixed hour in ten minutes. BENCH_RATE (100) calls a second for BENCH_SECONDS (600): events 60 %,
 * reads 20 %, sign-ups 10 %, e-mails 5 %, segments 5 %; in the meantime a campaign to BENCH_PEOPLE (20,000), an import of as many
 * rows and 200 live readers. Then the rate is doubled, BENCH_STEP_SECONDS (60) each, until it is too high. At the end the
 * database must contain all acknowledged data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { columns } from '../compare.ts';
import { Program } from '../processes.ts';
import { watchMemory } from '../watch.ts';
import { lostWrites } from './lost-writes.ts';
import { openShop } from './shop.ts';
import type { TrafficLoad, TrafficReport } from './traffic.ts';

const RATE = Number(process.env.BENCH_RATE ?? 100);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);
const STEP_SECONDS = Number(process.env.BENCH_STEP_SECONDS ?? 60);
const MAX_STEPS = 8;
/** The median, the 99th percentile, the slowest. */
const QUANTILES = [0.5, 0.99, 1] as const;
/** A slower call counts as failed. */
const SLOW_MS = 5_000;

const HEAD = ['calls a second', 'answered', 'p50', 'p99', 'slowest', '503', 'held back', 'faults', 'memory'];

const shop = await openShop(Number(process.env.BENCH_PEOPLE ?? 20_000));
const traffic = new Program('mixed/traffic');
const reports: TrafficReport[] = [];
try {
  await shop.startBackground();
  const rows = [HEAD];
  let first = 0;
  for (let step = 0; step <= MAX_STEPS; step++) {
    const rate = RATE * 2 ** step;
    const seconds = step === 0 ? SECONDS : STEP_SECONDS;
    const { row, report, gaveWay } = await measure(rate, seconds, first);
    rows.push(row);
    reports.push(report);
    first += rate * seconds;
    if (step === 0) console.log(`${byKind(report)}\n`);
    if (gaveWay) break;
  }
  console.log(columns(rows));
  for (const [fault, times] of reports.flatMap(({ faults }) => Object.entries(faults)))
    console.log(`${times} × ${fault}`);
  console.log(await shop.backgroundResult());
  console.log(await lostWrites(shop.client, reports));
} finally {
  traffic.stop();
  await shop.close();
}

async function measure(rate: number, seconds: number, first: number) {
  const memory = watchMemory(shop.pid);
  const load: TrafficLoad = { url: shop.url, token: shop.token, targets: shop.targets, rate, seconds, first };
  const report = await traffic.ask<TrafficReport>(load);
  const waits = Object.values(report.waits).flat();
  const shares = QUANTILES.map((share) => within(waits, share));
  const faults = Object.values(report.faults).reduce((sum, times) => sum + times, 0);
  const row = [
    `${rate} for ${seconds} s`,
    String(waits.length),
    ...shares.map(inMs),
    ...[report.putOff, report.heldBack, faults].map(String),
    `${memory()[1]} MB`,
  ];
  const gaveWay = faults + report.putOff + report.heldBack > 0 || shares[1]! > SLOW_MS;
  await sleep(2_000);
  return { row, report, gaveWay };
}

function byKind({ waits }: TrafficReport): string {
  const rows = Object.entries(waits).map(([kind, of]) => [
    ...[kind, String(of.length)],
    ...QUANTILES.map((share) => inMs(within(of, share))),
  ]);
  return columns([['', 'answered', 'p50', 'p99', 'slowest'], ...rows]);
}

/** The milliseconds within which this share of the calls was answered. */
function within(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function inMs(wait: number): string {
  return `${wait.toFixed(1)} ms`;
}
