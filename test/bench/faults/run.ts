/**
 * `npm run bench:faults`: each fault while BENCH_RATE (15) calls a second write and a campaign of 300 is being sent. Prints for
 * each fault the acknowledged, lost and duplicated writes, the refused and failed calls, and the seconds from its end until calls
 * succeed again. Words select faults by name. BENCH_CHECKOUT tests the build of another checkout.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN } from '../bench-server.ts';
import { columns } from '../compare.ts';
import { compile, Program } from '../processes.ts';
import { FAULTS } from './faults.ts';
import { type Installation, isReady, openInstallation } from './installation.ts';
import type { Writing, Written } from './writers.ts';

const RATE = Number(process.env.BENCH_RATE ?? 15);
const PEOPLE = 300;
const BEFORE_MS = 3_000;
const CALL_MS = 60_000;
/** After a fault everything must be sent within these seconds. */
const SETTLED_SECONDS = 180;

const words = process.argv.slice(2);
const chosen = Object.entries(FAULTS).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);
const HEAD = [
  '',
  'acknowledged',
  'lost',
  'doubled',
  '503',
  'other faults',
  'seconds until calls succeed',
  'until ready',
  'campaign',
  'mail repeated',
];

await compile();
const installation = await openInstallation();
const rows = [HEAD];
try {
  const list = await addData(installation);
  let first = 0;
  for (const [name, fault] of chosen) {
    const writers = new Program('faults/writers');
    const acceptedBefore = await installation.accepted();
    const { data } = await installation.call('POST', '/campaigns', {
      ...{ name, list, template: 'Letter', messages_per_minute: 900 }, // so that it lasts longer than the fault
    });
    const writing: Writing = { url: installation.server.url, token: TOKEN, list, rate: RATE, first };
    const answered = writers.ask<Written>(writing);
    await installation.call('POST', `/campaigns/${data.id}/send`);
    await sleep(BEFORE_MS);
    await fault(installation);
    const healed = performance.now();
    const seconds = async (holds: () => Promise<boolean>) => {
      while (!(await holds()) && performance.now() - healed < CALL_MS) await sleep(20);
      return ((performance.now() - healed) / 1_000).toFixed(1);
    };
    const [calls, ready] = await Promise.all([
      seconds(() => writes(list)),
      seconds(() => isReady(installation.server.url)),
    ]);
    await sleep(3_000);
    writers.send({ end: true });
    const report = await answered;
    writers.stop();
    first += 100_000;
    const campaign = await settled(data.id, report);
    const accepted = await installation.accepted();
    const faults = Object.entries(report.others);
    rows.push([
      ...[name, String(report.events.length + report.subscribers.length + report.mails.length)],
      ...[String(await lost(report)), String(await doubled()), String(report.putOff)],
      ...[String(faults.reduce((sum, [, times]) => sum + times, 0)), calls, ready, campaign],
      String(accepted.total - acceptedBefore.total - (accepted.ids - acceptedBefore.ids)),
    ]);
    console.log(rows.at(-1)!.join(' | '));
    for (const [what, times] of faults) console.log(`    ${times} × ${what}`);
  }
} finally {
  console.log(columns(rows));
  await installation.close();
}

async function addData({ call, sql }: Installation): Promise<string> {
  const list = (await call('POST', '/lists', { name: 'News', from_email: 'news@shop.example.com' })).data.id as string;
  await call('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await call('POST', '/templates', { name: 'Letter', editor: 'html', subject: 'News', content: '<p>News</p>' });
  await sql(
    `insert into people (team_id, key, email) select 1, gen_random_uuid(), 'n' || n || '@d' || n % 7 || '.example' from generate_series(1, ${PEOPLE}) n`,
  );
  await sql(
    `insert into subscribers (team_id, id, list_id, person_key, email, status)
     select 1, gen_random_uuid(), $1, key, email, 'subscribed' from people`,
    [list],
  );
  return list;
}

function writes(list: string): Promise<boolean> {
  return fetch(`${installation.server.url}/v1/lists/${list}/subscribers`, {
    ...{ method: 'POST', signal: AbortSignal.timeout(2_000) },
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@probe.example` }),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function lost({ events, subscribers, mails }: Written): Promise<number> {
  const missing = async (given: string[], table: string, column: string) =>
    (
      await installation.sql(
        `select count(*)::int as n from unnest($1::text[]) wanted where not exists (select from ${table} where team_id = 1 and ${column} = wanted)`,
        [given],
      )
    )[0]!.n as number;
  return (
    (await missing(events, 'events', 'reference')) +
    (await missing(subscribers, 'subscribers', 'email')) +
    (await missing(mails, 'transactional_mails', 'id::text'))
  );
}

async function doubled(): Promise<number> {
  const [row] = await installation.sql(`select coalesce(sum(n - 1), 0)::int as n from (
      select count(*) as n from events where reference is not null group by reference
      union all select count(*) from messages where campaign_id is not null group by campaign_id, person_key
    ) of_each where n > 1`);
  return row!.n as number;
}

/** Waits until all e-mails were sent and the campaign has ended; returns the campaign's result. */
async function settled(id: string, { mails }: Written): Promise<string> {
  const waiting = async () =>
    (
      await installation.sql(
        `select count(*)::int as n from messages where state not in ('sent', 'failed', 'unknown', 'withheld') and (campaign_id = $1 or mail_id = any($2::uuid[]))`,
        [id, mails],
      )
    )[0]!.n as number;
  const from = performance.now();
  while ((await waiting().catch(() => 1)) > 0 && performance.now() - from < SETTLED_SECONDS * 1_000) await sleep(250);
  const states = await installation.sql(
    `select state::text, count(*)::int as n from messages where campaign_id = $1 or mail_id = any($2::uuid[]) group by state order by state`,
    [id, mails],
  );
  return `${states.map(({ state, n }) => `${n} ${state}`).join(', ')} in ${((performance.now() - from) / 1_000).toFixed(0)} s`;
}
