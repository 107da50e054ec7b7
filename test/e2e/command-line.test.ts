import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';
import { command, databasePid, endAll } from '../support/processes.ts';
import { freePort, newHome, type Server, startServer } from '../support/server.ts';

let env: Record<string, string>;
let server: Server;
beforeAll(async () => {
  env = { DATA_DIR: await newHome() };
  server = await startServer({ env });
});
afterAll(endAll);

test('token create prints only the token, which can read but not write', async () => {
  const { stdout, stderr, code } = await command(['token', 'create', '--name', 'Reader', '--ability', 'read'], env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^tidings_\S{43}\n$/);
  await expectReadsOnly(server, stdout.trim());
});

test('a second server on a used port prints one line and leaves the database running', async () => {
  const taken = await command(['serve'], { ...env, PORT: new URL(server.url).port });
  const said = 'is in use: set PORT to a free one';
  expect([taken.code, taken.stderr]).toEqual([1, `tidings: PORT ${new URL(server.url).port} ${said}\n`]);
  expect((await server.rest('GET', '/lists')).status).toBe(200);
});

test('token create works without a running server, and leaves none running', async () => {
  expect(await server.process.end()).toBe(0);
  const { stdout, code } = await command(['token', 'create', '--name', 'Reader', '--ability=read'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^tidings_\S{43}\n$/);
  expect(await databasePid(env.DATA_DIR!)).toBeUndefined();
  server = await startServer({ env });
  await expectReadsOnly(server, stdout.trim());
});

test('import adds a file to a list beside a running server, and prints the result', async () => {
  const { body } = await server.rest('POST', '/lists', { name: 'L', from_email: 'a@b.example' });
  const file = join(env.DATA_DIR!, 'people.csv.gz');
  const people = Array.from({ length: 3_000 }, (_, row) => `p${row}@people.test;Ann\n`).join('');
  await writeFile(file, gzipSync(`Mail;Name;Colour\n${people}nobody;Bob;red\n`));
  const done = await command(['import', file, '--list', body.data.id, '--mapping', '{"Name":"first_name"}'], env);
  expect([done.code, done.stdout]).toEqual([
    0,
    'completed: 3001 rows, 3000 added, 0 updated, 1 failed\nrow 3002 nobody: The email field must be a valid email address.\n',
  ]);
  expect(done.stderr).toContain('The column "Colour" is left out');
  expect((await server.rest('GET', `/lists/${body.data.id}/subscribers`)).body.meta.total).toBe(3_000);
});

test('import asks about a column that may mark unsubscribed people, with an example option', async () => {
  const { body } = await server.rest('POST', '/lists', { name: 'L', from_email: 'a@b.example' });
  const file = join(env.DATA_DIR!, 'asked.csv');
  await writeFile(
    file,
    'sep=;\nE-Mail-Adresse;Werbung;Accepts Marketing\na@people.test;ja;yes\nb@people.test;nein;no\n',
  );
  const asked = await runHere(['import', file, '--list', body.data.id], env);
  expect([asked.code, asked.stderr]).toEqual([
    1,
    expect.stringMatching(
      /The column "Werbung" may contain unsubscribes or missing opt-ins.*\nFor example, to ignore: --mapping '{"Werbung":null}'/,
    ),
  ]);
  const done = await runHere(['import', file, '--list', body.data.id, '--mapping', '{"Werbung":null}'], env);
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^completed: 2 rows, 1 added, 0 updated, 1 failed\nskipped of the failed: 1, people who unsubscribed or never opted in\n/,
    ),
  ]);
});

test('import accepts options for status, formats, confirmation and consent', async () => {
  const list = { name: 'L', from_email: 'a@b.example', requires_confirmation: true };
  const { body } = await server.rest('POST', '/lists', list);
  await server.rest('POST', '/fields', { key: 'born', type: 'date' });
  const file = join(env.DATA_DIR!, 'terms.csv');
  await writeFile(file, 'email,status,born\na@people.test,vip,1/2/1980\nb@people.test,left,someday\n');
  const said = [
    ...['--statuses', '{"vip":"subscribed","left":"unsubscribed"}', '--formats', '{"born":{"date":"DD/MM/YYYY"}}'],
    ...['--on-invalid', 'skip_value', '--import-unsubscribed', '--confirmed', '--consent', 'On paper'],
  ];
  const done = await runHere(['import', file, '--list', body.data.id, ...said], env);
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^completed: 2 rows, 2 added, 0 updated, 0 failed\n1 values skipped: GET \/v1\/imports\/.*\/skipped-values\n$/,
    ),
  ]);
  const { data } = (await server.rest('GET', `/lists/${body.data.id}/subscribers`)).body;
  const found = data.map(({ email, status, attributes }: Record<string, unknown>) => [email, status, attributes]);
  expect(found.toSorted()).toEqual([
    ['a@people.test', 'subscribed', { born: '1980-02-01' }],
    ['b@people.test', 'unsubscribed', {}],
  ]);
});

/** Other refusals: test/integration/command-line.test.ts. */
test('an unknown command prints one clear line and exits 1', async () => {
  await expectOneLine(['frobnicate'], env, 'there is no command');
});

test('invalid arguments are reported before a database is started', async () => {
  const home = await newHome();
  await expectOneLine(['serve'], { DATA_DIR: home, MAIL_URL: 'smtp://u:hunter2@127.0.0.1?pool=0' }, 'MAIL_URL: pool');
  expect(await readdir(home).catch(() => [])).toEqual([]);
});

test('an unresponsive database prints one clear line without its password', async () => {
  const url = `postgresql://someone:hunter2@127.0.0.1:${await freePort()}/db`;
  await expectOneLine(['serve'], { ...env, DATABASE_URL: url }, 'DATABASE_URL cannot be used: connect ECONNREFUSED');
});

async function expectOneLine(args: string[], settings: Record<string, string>, said: string): Promise<void> {
  const { code, stdout, stderr } = await command(args, settings);
  expect(stderr).toMatch(/^tidings: [^\n]+\n$/);
  expect(stderr).toContain(said);
  expect(stdout + stderr).not.toContain('hunter2');
  expect([code, stdout.includes('Tidings is running')]).toEqual([1, false]);
}

async function expectReadsOnly(server: Server, token: string): Promise<void> {
  expect((await server.rest('GET', '/lists', undefined, token)).status).toBe(200);
  const list = { name: 'L', from_email: 'a@b.example' };
  expect(await server.rest('POST', '/lists', list, token)).toMatchObject({
    status: 403,
    body: { message: expect.any(String) },
  });
}
