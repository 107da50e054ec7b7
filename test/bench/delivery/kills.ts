/**
 * `tsx test/bench/delivery/kills.ts [messages] [kills]` (10,000, 20): two workers of five connections each send while one of
 * them, in turn, is killed with SIGKILL and restarted; then the same with one worker stopped (SIGSTOP) for longer than its lease
 * and continued. For transactional e-mails, for a campaign, and for a campaign that repeats undecided messages. The mail server's
 * messages are compared with the API's figures.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { columns } from '../compare.ts';
import { work } from '../processes.ts';
import { type Installation, openInstallation, until } from './installation.ts';

const MESSAGES = Number(process.argv[2] ?? 10_000);
const KILLS = Number(process.argv[3] ?? 20);
const CONNECTIONS = 5;
const STOPPED_MS = 30_000;

const installation: Installation = await openInstallation(MESSAGES, CONNECTIONS, ['--no-workers']);
let faults = 0;
const lines: [string, string][] = [];
try {
  for (const kind of ['mails', 'campaign', 'campaign that repeats'] as const) {
    for (const way of ['SIGKILL', 'SIGSTOP'] as const) {
      lines.push([`${kind}, ${way}`, await round(kind, way)]);
      console.log(lines.at(-1)!.join(': '));
    }
  }
} finally {
  await installation.close();
}
console.log(
  columns([
    ['rounds', String(lines.length)],
    ['faults', String(faults)],
  ]),
);
process.exitCode = faults === 0 ? 0 : 1;

async function round(kind: string, way: 'SIGKILL' | 'SIGSTOP'): Promise<string> {
  const campaign = await queue(kind);
  const workers = [work(installation.env), work(installation.env)];
  const gaps: number[] = [];
  try {
    if (way === 'SIGKILL') for (let kill = 1; kill <= KILLS; kill++) gaps.push(await killOne(workers, kill));
    else gaps.push(await stopOne(workers[0]!));
    await until(async () => (await left(campaign)) === 0);
    if (way === 'SIGSTOP') await sleep(2_000);
  } finally {
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')));
  }
  return judge(kind, way, campaign, Math.max(...gaps));
}

/** Returns the id of the campaign; undefined for e-mails. */
async function queue(kind: string): Promise<string | undefined> {
  if (kind === 'mails') {
    let next = 0;
    const ask = async () => {
      for (let n = next++; n < MESSAGES; n = next++) {
        const variables = { subscriber: { first_name: 'First' } };
        const mail = { template: 'Letter', from: 'shop@shop.example.com', to: [`n${n}@example.com`], variables };
        await installation.call('POST', '/transactional-mails', mail);
      }
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    return undefined;
  }
  const input = { name: kind, list: installation.list, template: 'Letter', repeat_unknown: kind.endsWith('repeats') };
  const { data } = await installation.call('POST', '/campaigns', input);
  await installation.call('POST', `/campaigns/${data.id}/send`);
  return data.id;
}

/** Kills a worker when a share of the messages has arrived, restarts it; returns the seconds until the next message. */
async function killOne(workers: ChildProcess[], kill: number): Promise<number> {
  await until(async () => (await installation.accepted()).total >= (MESSAGES * kill) / (KILLS + 2), 5);
  await sleep(Math.random() * 50);
  const index = kill % workers.length;
  workers[index]!.kill('SIGKILL');
  await once(workers[index]!, 'exit');
  const { total } = await installation.accepted();
  workers[index] = work(installation.env);
  return until(async () => (await installation.accepted()).total > total, 5);
}

async function stopOne(worker: ChildProcess): Promise<number> {
  await until(async () => (await installation.accepted()).total >= MESSAGES / 4, 5);
  worker.kill('SIGSTOP');
  await sleep(STOPPED_MS);
  worker.kill('SIGCONT');
  return STOPPED_MS / 1000;
}

async function left(campaign: string | undefined): Promise<number> {
  if (!campaign) return (await installation.call('GET', '/transactional-mails?status=pending&per_page=1')).meta.total;
  return (await installation.call('GET', `/campaigns/${campaign}`)).data.status === 'sent' ? 0 : 1;
}

async function judge(kind: string, way: string, campaign: string | undefined, gap: number): Promise<string> {
  const accepted = await installation.dump();
  const idsOf = new Map<string, Set<string>>();
  for (const [id, to] of accepted) idsOf.set(to, (idsOf.get(to) ?? new Set()).add(id));
  const duplicates = accepted.length - idsOf.size;
  const sameId = [...idsOf.values()].every((ids) => ids.size === 1);
  const counts = campaign ? (await installation.call('GET', `/campaigns/${campaign}`)).data : await mailCounts();
  const missing = MESSAGES - idsOf.size;
  const max = way === 'SIGKILL' ? KILLS * CONNECTIONS : 0;
  // Unknown messages are reported; each of them either arrived or did not.
  const exact = counts.sent_count <= idsOf.size && counts.sent_count + counts.unknown_count >= idsOf.size;
  const complete = counts.sent_count + counts.unknown_count === MESSAGES;
  const lost = missing - (kind === 'campaign' ? Math.min(missing, counts.unknown_count) : 0);
  const fine = lost === 0 && sameId && exact && complete && duplicates <= max && counts.unknown_count <= max;
  if (!fine) faults += 1;
  if (!campaign) await installation.client.query('delete from transactional_mails');
  return (
    `arrived ${idsOf.size}, lost ${lost}, twice ${duplicates} (at most ${max}), Message-IDs ${sameId ? 'the same' : 'DIFFER'}, ` +
    `API: sent ${counts.sent_count}, unknown ${counts.unknown_count} (${missing} of them did not arrive), ` +
    `next message after ${gap.toFixed(1)} s${fine ? '' : ' FAULT'}`
  );
}

async function mailCounts() {
  const count = async (status: string) =>
    (await installation.call('GET', `/transactional-mails?status=${status}&per_page=1`)).meta.total;
  return { sent_count: await count('sent'), unknown_count: await count('failed') };
}
