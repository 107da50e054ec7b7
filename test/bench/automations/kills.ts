/**
 * `tsx test/bench/automations/kills.ts [people] [kills]` (20,000, 20): all people start an automation, and go through a tag, an
 * e-mail, a wait of a minute, a condition, a webhook (half of them) and a split, while two workers are killed with SIGKILL in
 * turn and restarted. The runs' recorded steps are compared with the tags, the ledger, the mail server and a webhook receiver.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId, personKey } from '../../../src/ids.ts';
import { columns } from '../compare.ts';
import { type Installation, openInstallation, until } from '../delivery/installation.ts';
import { work } from '../processes.ts';
import { openReceivers } from '../webhooks/receiver.ts';

const PEOPLE = Number(process.argv[2] ?? 20_000);
const KILLS = Number(process.argv[3] ?? 20);
const CONNECTIONS = 5;
const EVENTS_TOGETHER = 1_000;
const TEAM = 1;

/** Of a run: a tag, the e-mail, the wait, the condition, the steps of its branch, the split, and a tag of its branch. */
const STEPS_EACH = 7;

/** The most concurrent deliveries of a process to one host. */
const MOST_AT_ONCE = 16;

const receivers = await openReceivers(1, 10);
const installation: Installation = await openInstallation(0, CONNECTIONS, ['--no-workers']);
const { env } = installation;
const workers: ChildProcess[] = [];
try {
  await addPeople();
  const id = await automate();
  workers.push(work(env), work(env));
  const [recorded] = await Promise.all([recordEvents(), killByTurns(id)]);
  await until(async () => (await count(`automation_runs where state <> 'active'`)) === PEOPLE);
  const seconds = (performance.now() - recorded) / 1000;
  await until(async () => (await count(`messages where state in ('queued', 'deferred', 'claimed', 'sending')`)) === 0);
  await until(async () => (await count(`webhook_deliveries where state = 'pending'`)) === 0);
  await judge(id, seconds);
} finally {
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));
  await installation.close();
  receivers.close();
}

/** The number of rows. */
async function count(from: string, ...values: unknown[]): Promise<number> {
  const { rows } = await installation.client.query(`select count(*)::int as count from ${from}`, values);
  return rows[0].count;
}

async function addPeople(): Promise<void> {
  const emails = Array.from({ length: PEOPLE }, (_, n) => `n${n}@example.com`);
  const keys = emails.map((email) => personKey(TEAM, email));
  await installation.client.query(
    `insert into people (team_id, key, email) select $1, key, email from unnest($2::uuid[], $3::text[]) as given(key, email)`,
    [TEAM, keys, emails],
  );
  await installation.client.query(
    `insert into subscribers (team_id, id, list_id, person_key, email, first_name, status)
     select $1, id, $2, key, email, 'First', 'subscribed' from unnest($3::uuid[], $4::uuid[], $5::text[]) as given(id, key, email)`,
    [TEAM, installation.list, keys.map(newId), keys, emails],
  );
  await installation.client.query('vacuum analyze');
}

/** Creates and activates the automation; returns its id. */
async function automate(): Promise<string> {
  const isEven = { type: 'trigger_event', property: 'even', operator: 'equals', value: 1 };
  const webhook = {
    ...{ id: 'notify', type: 'webhook', url: receivers.addresses[0] },
    body: { email: '{{ subscriber.email }}', run: '{{ run.id }}', even: '{{ event.even }}' },
  };
  const branches = ['a', 'b'].map((name) => ({
    ...{ name, percent: 50 },
    steps: [{ id: `tag-${name}`, type: 'add_tags', tags: [name] }],
  }));
  const { data } = await installation.call('POST', '/automations', {
    ...{ name: 'Welcome', list: installation.list },
    trigger: { type: 'event', name: 'joined' },
    steps: [
      { id: 'seen', type: 'add_tags', tags: ['seen'] },
      { id: 'letter', type: 'send', template: 'Letter' },
      { id: 'minute', type: 'wait', for: 'PT1M' },
      {
        ...{ id: 'even', type: 'condition', if: { operator: 'and', rules: [isEven] } },
        ...{ then: [webhook], else: [{ id: 'odd', type: 'add_tags', tags: ['odd'] }] },
      },
      { id: 'halves', type: 'split', branches },
    ],
  });
  await installation.call('POST', `/automations/${data.id}/activate`);
  return data.id;
}

/** Returns the time of the last recording. */
async function recordEvents(): Promise<number> {
  for (let from = 0; from < PEOPLE; from += EVENTS_TOGETHER) {
    const events = Array.from({ length: Math.min(EVENTS_TOGETHER, PEOPLE - from) }, (_, index) => {
      const n = from + index;
      return {
        name: 'joined',
        email: `n${n}@example.com`,
        reference: `joined-${n}`,
        properties: { even: Number(n % 2 === 0) },
      };
    });
    await installation.call('POST', '/events', { events });
  }
  return performance.now();
}

/** Each kill is at another share of all steps: before the wait, and after it. */
async function killByTurns(id: string): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    const share = (PEOPLE * STEPS_EACH * 0.95 * kill) / (KILLS + 1);
    await until(async () => (await count('automation_run_steps')) >= share, 5);
    await sleep(Math.random() * 50);
    const index = kill % 2;
    workers[index]!.kill('SIGKILL');
    await once(workers[index]!, 'exit');
    workers[index] = work(env);
  }
  console.log(
    `killed ${KILLS} times; ${await count(`automation_runs where automation_id = $1 and state <> 'active'`, id)} runs had ended`,
  );
}

async function judge(id: string, seconds: number): Promise<void> {
  const accepted = await installation.dump();
  const arrived = new Set(accepted.map(([, to]) => to));
  const { rows: messages } = await installation.client.query<{ email: string; state: string }>(
    `select p.email, m.state::text as state from messages m join people p on p.team_id = m.team_id and p.key = m.person_key
     where m.run_id is not null`,
  );
  const lost = messages.filter(({ email, state }) => state !== 'unknown' && !arrived.has(email)).length;
  const { rows: deliveries } = await installation.client.query<{ id: string; run: string; body: string }>(
    'select id, run_id as run, body from webhook_deliveries',
  );
  const repeats = receivers.total() - receivers.taken.size;
  const { data: report } = await installation.call('GET', `/automations/${id}/report`);
  const evens = Math.ceil(PEOPLE / 2);
  const tagged = (tags: string) =>
    count(
      `subscribers s where (select coalesce(string_agg(t.name, ' ' order by t.name), '') from tags t
         where t.team_id = s.team_id and t.id = any(s.tag_ids)) = any($1::text[])`,
      tags.split(','),
    );
  const faults = {
    'people without exactly one run':
      PEOPLE -
      (await count('(select distinct person_key from automation_runs) one')) +
      (await count('automation_runs')) -
      PEOPLE,
    'runs that did not end well': await count(`automation_runs where state <> 'completed'`),
    'runs with other steps than they have': await count(
      `(select run_id from automation_run_steps where outcome = 'done' group by run_id having count(*) = ${STEPS_EACH}) whole`,
    ).then((whole) => PEOPLE - whole),
    'people with other tags': PEOPLE - (await tagged('a seen,b seen,a odd seen,b odd seen')),
    'people of the condition with other tags': PEOPLE - evens - (await tagged('a odd seen,b odd seen')),
    'branches other than their tags': await count(
      `automation_run_steps s join automation_runs r on r.team_id = s.team_id and r.id = s.run_id
       join subscribers p on p.team_id = r.team_id and p.person_key = r.person_key
       where s.step = 'halves' and not exists (select from tags t where t.team_id = p.team_id and t.name = s.branch and t.id = any(p.tag_ids))`,
    ),
    'people without exactly one message':
      Math.abs(PEOPLE - messages.length) + PEOPLE - new Set(messages.map(({ email }) => email)).size,
    'messages lost': lost,
    'messages sent twice': accepted.length - arrived.size,
    'more unknown than were on their way': Number(
      messages.filter(({ state }) => state === 'unknown').length > KILLS * 2 * CONNECTIONS,
    ),
    'runs without exactly one delivery':
      Math.abs(evens - deliveries.length) + evens - new Set(deliveries.map(({ run }) => run)).size,
    'deliveries that did not arrive': deliveries.filter(({ id }) => !receivers.taken.has(id)).length,
    'deliveries with another text': deliveries.filter(({ id, body }) => receivers.taken.get(id)?.body !== body).length,
    'more repeats than on their way': Number(repeats > KILLS * MOST_AT_ONCE),
    'figures that differ': Number(
      report.entered !== PEOPLE || report.completed !== PEOPLE || report.active !== 0 || report.failed !== 0,
    ),
  };
  console.log(
    columns([
      ['people, kills', `${PEOPLE}, ${KILLS}`],
      ['last run after the last event', `${seconds.toFixed(1)} s`],
      ['messages', `${arrived.size} arrived, ${messages.filter(({ state }) => state === 'unknown').length} unknown`],
      ['deliveries', `${deliveries.length}, ${repeats} repeats`],
      ...Object.entries(faults).map(([name, number]): [string, string] => [name, String(number)]),
    ]),
  );
  process.exitCode = Object.values(faults).every((number) => number === 0) ? 0 : 1;
}
