/**
 * `tsx test/bench/automations/races.ts [rounds] [people]` (1,000, 10,000), two workers. First each round is one person with fifty
 * concurrent events: the entry rules must allow only one run. Then each person comes to a `wait_for`, and its event happens at a
 * random time around the arrival (half of them) or around the timeout: an event recorded in between wins, and promptly.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { columns } from '../compare.ts';
import { openInstallation, until } from '../delivery/installation.ts';
import { work } from '../processes.ts';

const ROUNDS = Number(process.argv[2] ?? 1_000);
const PEOPLE = Number(process.argv[3] ?? 10_000);
const AT_ONCE = 50;
const ROUNDS_AT_ONCE = 4;
const TIMEOUT_MS = 60_000;
const BATCH = 100;
/** The interval of batches. */
const EVERY_MS = 400;
/** The largest distance of the event from the first one, or from the timeout. Workers look twice a second. */
const AROUND_MS = 1_500;
/** Within this, an event was noticed before the timeout. */
const PROMPT_S = 15;

const installation = await openInstallation(0, 5, ['--no-workers']);
const workers: ChildProcess[] = [work(installation.env), work(installation.env)];
try {
  const entered = await raceToEnter();
  const won = await raceForEvents();
  const faults = { ...entered, ...won.faults };
  console.log(columns([...won.figures, ...Object.entries(faults).map(([name, count]) => [name, String(count)])]));
  process.exitCode = Object.values(faults).every((count) => count === 0) ? 0 : 1;
} finally {
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));
  await installation.close();
}

function record(email: string, name: string): Promise<unknown> {
  return installation.call('POST', '/events', { email, name });
}

async function activate(definition: object): Promise<string> {
  const { data } = await installation.call('POST', '/automations', { name: 'Race', ...definition });
  await installation.call('POST', `/automations/${data.id}/activate`);
  return data.id;
}

async function read<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> {
  return (await installation.client.query<Row>(statement, values)).rows;
}

async function count(from: string, ...values: unknown[]): Promise<number> {
  return (await read<{ count: number }>(`select count(*)::int as count from ${from}`, ...values))[0]!.count;
}

async function raceToEnter(): Promise<Record<string, number>> {
  const ids = new Map<string, string>();
  for (const again of ['never', 'after_end']) {
    const steps = [{ type: 'wait', for: 'P1D' }];
    ids.set(again, await activate({ trigger: { type: 'event', name: 'cart' }, entry: { again }, steps }));
  }
  const rounds = Array.from({ length: ROUNDS }, (_, n) => `enter${n}@example.com`).values();
  const began = performance.now();
  const runRounds = async () => {
    for (const email of rounds) await Promise.all(Array.from({ length: AT_ONCE }, () => record(email, 'cart')));
  };
  await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, runRounds));
  await until(async () => (await count('automation_signals')) === 0);
  console.log(`${ROUNDS} rounds of ${AT_ONCE} events in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const faults: Record<string, number> = {};
  for (const [again, id] of ids) {
    const people = await count('(select distinct person_key from automation_runs where automation_id = $1) one', id);
    const runs = await count('automation_runs where automation_id = $1', id);
    faults[`${again}: people without a run`] = ROUNDS - people;
    faults[`${again}: runs too many`] = runs - people;
    await installation.call('POST', `/automations/${id}/archive`);
  }
  return faults;
}

/** Returns the faults, and notable figures. */
async function raceForEvents(): Promise<{ faults: Record<string, number>; figures: string[][] }> {
  const step = { id: 'order', type: 'wait_for', event: { name: 'order' }, timeout: 'PT1M', then: [], else: [] };
  const id = await activate({ trigger: { type: 'event', name: 'begin' }, steps: [step] });
  const racing: Promise<unknown>[] = [];
  for (let from = 0; from < PEOPLE; from += BATCH) {
    const emails = Array.from({ length: Math.min(BATCH, PEOPLE - from) }, (_, n) => `race${from + n}@example.com`);
    await installation.call('POST', '/events', { events: emails.map((email) => ({ email, name: 'begin' })) });
    for (const [n, email] of emails.entries()) {
      const after = n % 2 ? Math.random() * AROUND_MS : TIMEOUT_MS + (Math.random() * 2 - 0.5) * AROUND_MS;
      racing.push(sleep(after).then(() => record(email, 'order')));
    }
    await sleep(EVERY_MS);
  }
  await Promise.all(racing);
  await until(async () => (await count(`automation_runs where automation_id = $1 and state = 'active'`, id)) === 0);
  // For an ended run, `entered_at` belongs to its last step.
  const found = await read<{ email: string; branch: string; inTime: boolean; seconds: number; after: number }>(
    `select p.email, s.branch, e.created_at >= r.entered_at and e.occurred_at <= r.entered_at + interval '1 minute' as "inTime",
            extract(epoch from s.at - greatest(e.created_at, r.entered_at))::float8 as seconds,
            extract(epoch from e.created_at - r.entered_at)::float8 as after
     from automation_runs r join people p on p.team_id = r.team_id and p.key = r.person_key
     join automation_run_steps s on s.team_id = r.team_id and s.run_id = r.id
     join events e on e.team_id = r.team_id and e.person_key = r.person_key and e.name = 'order'
     where r.automation_id = $1`,
    id,
  );
  const inTime = found.filter((one) => one.inTime);
  const seen = inTime.map(({ seconds }) => seconds).sort((a, b) => a - b);
  return {
    faults: {
      'people without exactly one run and step':
        Math.abs(PEOPLE - found.length) + PEOPLE - new Set(found.map(({ email }) => email)).size,
      'events in time that lost': inTime.filter(({ branch }) => branch !== 'then').length,
      'events too early or too late that won': found.filter((one) => !one.inTime && one.branch === 'then').length,
      'events in time that were seen late': inTime.filter(({ seconds }) => seconds > PROMPT_S).length,
    },
    figures: [
      ['people, of them in time', `${found.length}, ${inTime.length}`],
      [
        'recorded before the step, within a second after it',
        `${found.filter(({ after }) => after < 0).length}, ${found.filter(({ after }) => after >= 0 && after < 1).length}`,
      ],
      [
        'recorded within two seconds of the timeout',
        String(found.filter(({ after }) => Math.abs(after - 60) < 2).length),
      ],
      [
        'seen after: median, longest',
        `${seen[Math.floor(seen.length / 2)]?.toFixed(2)} s, ${seen.at(-1)?.toFixed(2)} s`,
      ],
    ],
  };
}
