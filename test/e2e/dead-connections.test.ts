import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate, sendMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

/** Seconds within which a process must respond again, on a machine without other load. */
const AGAIN = 15;
const HANDED_OVER = 60;
/** For machines several times slower. */
const SLOWER = 2;

let database: TestDatabase;
let proxy: SilentProxy;
let smtp: MailServer;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(database.url);
  smtp = await startMailServer();
});
afterEach(async () => {
  await endAll();
  proxy.close();
  await smtp.close();
  await database.drop();
});

const start = async (url: string, args: string[] = []): Promise<Server> =>
  startServer({ args, env: { DATABASE_URL: url, DATA_DIR: await newHome(), MAIL_URL: smtp.url } });

const addList = (server: Server, name: string) =>
  fetch(`${server.url}/api/v1/lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, from_email: 'news@shop.test' }),
    signal: AbortSignal.timeout(AGAIN * SLOWER * 1_000),
  });

/** Fills the pool of a process, so that it has connections that can die. */
const warm = (server: Server) => Promise.all(Array.from({ length: 30 }, (_, at) => addList(server, `Warm ${at}`)));

const ready = async (server: Server) => (await fetch(`${server.url}/health/ready`)).status;

/** Concurrent writes, each of which must be answered, by 503 in our error format until one succeeds. */
async function expectAnswersAgain(server: Server): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => addList(server, `Again ${at}`)));
  for (const answer of answers) {
    const body = (await answer.json()) as { message?: string };
    if (answer.status === 201) continue;
    expect([answer.status, answer.headers.get('retry-after'), body]).toEqual([
      503,
      '2',
      { message: 'The database is not responding. Try again in a moment.', errors: {} },
    ]);
  }
  await until(async () => (await addList(server, 'At last')).status === 201, AGAIN * SLOWER);
}

test('a process whose connections all die silently recovers and is ready again', async () => {
  const server = await start(proxy.url);
  await warm(server);
  proxy.swallowExisting();
  await expectAnswersAgain(server);
  await until(async () => (await ready(server)) === 200, AGAIN * SLOWER);
  expect((await addList(server, 'Twice')).status).toBe(201);
  expect(await server.process.end()).toBe(0);
});

test('while the database is unreachable, calls get 503, the process is not ready, and it recovers by itself', async () => {
  const server = await start(proxy.url);
  await warm(server);
  proxy.swallowAll();
  const [answer, health] = await Promise.all([addList(server, 'Into the dark'), ready(server)]);
  expect([answer.status, health]).toEqual([503, 503]);
  proxy.heal();
  await until(async () => (await addList(server, 'Light')).status === 201, AGAIN * SLOWER);
  await until(async () => (await ready(server)) === 200, AGAIN * SLOWER);
});

test('notices from other processes arrive again after the listening connection died silently', async () => {
  const server = await start(proxy.url, ['--no-workers']);
  await until(async () => (await ready(server)) === 200);
  proxy.swallowExisting();
  await until(() => /lost the connection for database notices/.test(server.process.stdout), AGAIN * SLOWER);
  await until(async () => (await ready(server)) === 200, AGAIN * SLOWER);
  expect(await presences()).toHaveLength(1); // the dead connection's lock is released
});

test('a process without its database leaves its e-mails to another, and none is sent twice', async () => {
  const dark = await start(proxy.url);
  await createOrderTemplate(dark);
  await warm(dark);
  const light = await start(database.url, ['--no-workers']);
  const release = smtp.holdAnswers(() => true);
  const mails = Array.from({ length: 60 }, (_, order) => ({
    ...{ template: 'order', from: 'shop@shop.example', to: [`p${order}@people.test`], variables: { order } },
  }));
  expect((await light.rest('POST', '/transactional-mails/batch', { mails })).status).toBe(200);
  await until(() => smtp.unanswered > 0);
  await until(async () => (await claimed()) > 20);
  proxy.swallowAll();
  release();
  const worker = await start(database.url);
  await until(async () => (await countMails(light, 'sent')) > 50, HANDED_OVER * SLOWER);
  proxy.heal();
  await until(async () => (await countMails(light, 'sent')) === 60, HANDED_OVER * SLOWER);
  const recipients = smtp.received.flatMap(({ envelope }) => envelope.to);
  expect(new Set(recipients).size).toBe(60);
  expect(recipients).toHaveLength(60);
  expect([dark.process.code, worker.process.code]).toEqual([undefined, undefined]);
});

test('a process with half of its connections silently dead recovers and sends its claimed e-mails', async () => {
  const server = await start(proxy.url);
  await createOrderTemplate(server);
  await warm(server);
  proxy.swallowExisting((number) => number % 2 === 0);
  await expectAnswersAgain(server);
  const mails = Array.from({ length: 20 }, (_, order) => ({
    ...{ template: 'order', from: 'shop@shop.example', to: [`p${order}@people.test`], variables: { order } },
  }));
  expect((await server.rest('POST', '/transactional-mails/batch', { mails })).status).toBe(200);
  await until(async () => (await countMails(server, 'sent')) === 20, HANDED_OVER * SLOWER);
  expect(smtp.received).toHaveLength(20);
});

test('the locks of a transaction whose connection died silently are released', async () => {
  const server = await start(proxy.url, ['--no-workers']);
  await warm(server);
  const held = holdLists();
  await until(async () => (await exclusiveLocks()) > 0);
  const waiting = addList(server, 'Held');
  await until(async () => (await statement(database.url, 'select from pg_locks where not granted')).length > 0);
  proxy.swallowExisting();
  await held;
  expect((await waiting).status).toBe(503);
  await until(async () => (await inTransaction()).length === 0, AGAIN * SLOWER);
  expect((await addList(server, 'Free')).status).toBe(201);
});

test('a process that cannot record outcomes releases its e-mails', async () => {
  await statement(
    database.url,
    `create function stuck() returns trigger language plpgsql as $$ begin
       if old.state = 'claimed' and new.state <> 'claimed' then raise sqlstate '57014'; end if; return new; end $$;
     create trigger stuck before update on messages for each row execute function stuck()`,
  );
  const server = await start(database.url);
  await createOrderTemplate(server);
  await sendMail(server, 'ada@people.test');
  await until(async () => (await claimed()) === 1);
  // Another worker claims it again, which is impossible while its lease is renewed.
  await until(
    async () => (await statement(database.url, 'select from messages where fence > 1')).length === 1,
    HANDED_OVER * SLOWER,
  );
  await statement(database.url, 'drop trigger stuck on messages');
  await until(async () => (await countMails(server, 'sent')) === 1, HANDED_OVER * SLOWER);
  expect(smtp.received).toHaveLength(1);
});

test('a process stops cleanly while its database is unreachable', async () => {
  const server = await start(proxy.url, ['--no-workers']);
  await warm(server);
  proxy.swallowAll();
  expect(await server.process.end()).toBe(0);
});

test('a long running statement is not interrupted', async () => {
  const server = await start(proxy.url);
  await warm(server);
  const held = holdLists();
  await until(async () => (await exclusiveLocks()) > 0);
  const waiting = addList(server, 'Patience');
  await held;
  expect((await waiting).status).toBe(201);
});

const claimed = async () =>
  Number((await statement(database.url, `select count(*) from messages where state = 'claimed'`))[0]!.count);
const presences = () =>
  statement(
    database.url,
    `select 1 from pg_locks where locktype = 'advisory' and classid = 8249 and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`,
  );

const inTransaction = () =>
  statement(
    database.url,
    `select from pg_stat_activity where datname = current_database() and application_name like 'tidings %' and xact_start < now() - interval '3 s'`,
  );

/** Blocks writes to lists for longer than a connection may be silent. */
const holdLists = () =>
  statement(database.url, 'begin; lock table lists in exclusive mode; select pg_sleep(9); commit');
const exclusiveLocks = async () =>
  Number(
    (
      await statement(
        database.url,
        `select count(*) from pg_locks where mode = 'ExclusiveLock' and relation = 'lists'::regclass`,
      )
    )[0]!.count,
  );
