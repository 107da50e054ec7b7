import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readMigrations } from '../../src/database/migrations.ts';
import { isOffline } from '../../src/database/offline-migrations.ts';
import { createTestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { copyCheckout, type OtherCheckout } from '../support/other-checkout.ts';
import { previousRelease } from '../support/previous-release.ts';
import { endAll, launch } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { type ShopLoad, startShopLoad } from '../support/shop-load.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

const checkouts: OtherCheckout[] = [];
afterEach(endAll);
afterAll(() => Promise.all(checkouts.map((checkout) => checkout.remove())));

const PEOPLE = 300;
const TEMPLATE = {
  name: 'Issue',
  editor: 'html',
  subject: 'News',
  content: '<p>Hello {{ subscriber.first_name }}</p>',
};

/** Changes that a migration may make while processes of the previous version run: additions, even to the busiest tables. */
const ADDING = `
  alter table subscribers add column of_tomorrow text;
  alter table messages add column of_tomorrow int not null default 0;
  alter table events add column of_tomorrow jsonb;
  create index of_tomorrow_idx on subscribers (team_id, of_tomorrow) where of_tomorrow is not null;
  create table of_tomorrow (team_id int not null, id uuid not null, list_id uuid not null, primary key (team_id, id),
    foreign key (team_id, list_id) references lists (team_id, id) on delete cascade);
  alter table campaigns add constraint of_tomorrow check (team_id > 0) not valid;`;

async function checkout(commit?: string, migration?: string): Promise<OtherCheckout> {
  const made = await copyCheckout(commit);
  checkouts.push(made);
  await made.install();
  if (migration) await made.pull('9001_of_tomorrow', migration);
  await made.build();
  return made;
}

/** A running campaign, in its own installation. Its recipients are settled, so that nobody of the shop is among them. */
async function beginCampaign(server: Server): Promise<{ list: string; id: string }> {
  expect((await server.rest('POST', '/templates', TEMPLATE)).status).toBe(201);
  const list = (await server.rest('POST', '/lists', { name: 'News', from_email: 'news@shop.test' })).body.data.id;
  for (let from = 0; from < PEOPLE; from += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => ({ email: `p${from + n}@people.test` }));
    await server.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  }
  const made = await server.rest('POST', '/campaigns', { name: 'May', list, template: 'Issue' });
  const campaign = `/campaigns/${made.body.data.id}`;
  await server.rest('POST', `${campaign}/send`);
  await until(async () => (await server.rest('GET', campaign)).body.data.recipients_count === PEOPLE);
  return { list, id: made.body.data.id };
}

/** How often each address of the campaign's and the shop's people got an e-mail. */
const arrivals = ({ received }: MailServer, domain: string) => {
  const to = received
    .map(({ envelope }) => envelope.to[0] as string)
    .filter((address) => address.endsWith(`@${domain}`));
  return { people: new Set(to).size, mails: to.length };
};

/** The errors that a process logged. Releases up to 29 November logged the mails that stopping returns to the queue. */
const errorsOf = ({ process }: Server): string[] =>
  process.stdout.split('\n').filter((line) => /"level":(50|60)/.test(line) && !line.includes('Rendering has stopped.'));

interface Upgrade {
  old: Server;
  servers: Server[];
  load: ShopLoad;
  start(checkout?: string): Promise<Server>;
  /** Runs the program until it ends; returns its exit code and its error. */
  refusal(checkout?: string): Promise<[number | null | undefined, string]>;
}

/** Upgrades an installation from one checkout to another, while a shop calls it and a campaign is sent. Returns the new server. */
async function upgrade(from: string | undefined, replace: (upgrade: Upgrade) => Promise<Server>): Promise<void> {
  const [database, smtp] = await Promise.all([createTestDatabase({ empty: true }), startMailServer()]);
  try {
    const env = { DATABASE_URL: database.url, DATA_DIR: await newHome(), MAIL_URL: `${smtp.url}?pool=2&rate=60` };
    const start = (checkout?: string) => startServer({ env, ...(checkout && { checkout }) });
    const refusal = async (checkout?: string): Promise<[number | null | undefined, string]> => {
      const refused = launch(['work'], env, { ...(checkout && { checkout }) });
      await until(() => refused.code !== undefined);
      return [refused.code, refused.stderr];
    };
    const old = await start(from);
    const servers = [old];
    const { list, id } = await beginCampaign(old);
    const load = startShopLoad(() => servers, list);
    await load.more(60);
    const next = await replace({ old, servers, load, start, refusal });
    const campaign = async () => (await next.rest('GET', `/campaigns/${id}`)).body.data;
    await until(async () => (await campaign()).status === 'sent');
    for (const mail of load.mails) {
      await until(async () => (await next.rest('GET', `/transactional-mails/${mail}`)).body.data.status === 'sent');
    }
    expect(arrivals(smtp, 'people.test')).toEqual({ people: PEOPLE, mails: PEOPLE });
    expect(await campaign()).toMatchObject({ sent_count: PEOPLE, unknown_count: 0, failed_count: 0 });
    expect(arrivals(smtp, 'shop.test').people).toBeGreaterThanOrEqual(load.mails.length);
    const [{ events }] = (await statement(database.url, 'select count(*)::int as events from events')) as [
      { events: number },
    ];
    expect(events).toBeGreaterThanOrEqual(load.events);
    expect(errorsOf(old)).toEqual([]);
    expect(await next.process.end()).toBe(0);
    expect(await refusal(from)).toEqual([
      1,
      expect.stringMatching(
        /^tidings: The database is newer than this version \(it has migration \w+\): run the newer version\n$/,
      ),
    ]);
  } finally {
    await endAll();
    await smtp.close();
    await database.drop();
  }
}

/** Process by process. */
const rolling =
  (to?: string) =>
  async ({ old, servers, load, start }: Upgrade): Promise<Server> => {
    const next = await start(to);
    servers.push(next);
    await load.more(120);
    servers.shift();
    expect(await old.process.end()).toBe(0);
    await load.more(60);
    await load.end();
    return next;
  };

/** This version refuses to run beside the old one. Started alone, it continues an automation whose e-mails wait. */
async function atRest({ old, load, start, refusal }: Upgrade): Promise<Server> {
  const steps = [{ id: 'thanks', type: 'send', template: 'Issue' }];
  const input = { name: 'Thanks', trigger: { type: 'event', name: 'order' }, entry: { again: 'always' }, steps };
  const made = await old.rest('POST', '/automations', input);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const automation = `/automations/${made.body.data.id}`;
  expect((await old.rest('POST', `${automation}/activate`)).status).toBe(200);
  const report = async (server: Server) => (await server.rest('GET', `${automation}/report`)).body.data;
  expect(await refusal()).toEqual([
    1,
    expect.stringMatching(
      /^tidings: This version cannot run beside older ones, and a process of an older version is running\. Stop all processes, then start this version: it applies migration \w+ first\n$/,
    ),
  ]);
  await load.more(60);
  await load.end();
  expect(await old.process.end()).toBe(0);
  const next = await start();
  await until(async () => {
    const { entered, steps } = await report(next);
    return entered > 0 && steps[0].sent === entered;
  });
  return next;
}

test('processes of this version continue while the next version migrates the busiest tables', async () => {
  await upgrade(undefined, rolling((await checkout(undefined, ADDING)).folder));
});

const previous = previousRelease();

test.skipIf(!previous)(
  'processes of the previous release continue while this version migrates, or this version refuses to run beside them',
  async () => {
    const { folder } = await checkout(previous);
    const known = new Set((await readMigrations(join(folder, 'prisma', 'migrations'))).map(({ name }) => name));
    const pending = (await readMigrations()).filter(({ name }) => !known.has(name));
    await upgrade(folder, pending.some(isOffline) ? atRest : rolling());
  },
);
