import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, databasePid, endAll } from '../support/processes.ts';
import { freePort, newHome, type Server, startServer } from '../support/server.ts';

let env: Record<string, string>;
let server: Server;
beforeAll(async () => {
  env = { DATA_DIR: await newHome() };
  server = await startServer({ env });
});
afterAll(endAll);

test('token create prints the token alone, which reads and may not write', async () => {
  const { stdout, stderr, code } = await command(['token', 'create', '--name', 'Reader', '--ability', 'read'], env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^tidings_\S{43}\n$/);
  await expectReadsOnly(server, stdout.trim());
});

test('team create prints the id and a token, one a line', async () => {
  const { stdout, stderr, code } = await command(['team', 'create', '--name', 'Second'], env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[0-9a-f-]{36}\ntidings_\S{43}\n$/);
  const [id, token] = stdout.split('\n') as [string, string];
  expect((await server.rest('POST', '/lists', { name: 'L', from_email: 'a@b.example' }, token)).status).toBe(201);
  const tokenOfTeam = ['token', 'create', '--name', 'More', '--ability', 'read', '--team', id];
  const more = (await command(tokenOfTeam, env)).stdout.trim();
  expect((await server.rest('GET', '/lists', undefined, more)).body.meta.total).toBe(1);
  expect((await server.rest('GET', '/lists')).body.meta.total).toBe(0);
});

test('a second server on a taken port says so in one line and leaves the database alone', async () => {
  const taken = await command(['serve'], { ...env, PORT: new URL(server.url).port });
  const said = 'is in use: set PORT to a free one';
  expect([taken.code, taken.stderr]).toEqual([1, `tidings: PORT ${new URL(server.url).port} ${said}\n`]);
  expect((await server.rest('GET', '/lists')).status).toBe(200);
});

test('token create works while nothing runs, and leaves nothing running', async () => {
  expect(await server.process.end()).toBe(0);
  const { stdout, code } = await command(['token', 'create', '--name', 'Reader', '--ability=read'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^tidings_\S{43}\n$/);
  expect(await databasePid(env.DATA_DIR!)).toBeUndefined();
  server = await startServer({ env });
  await expectReadsOnly(server, stdout.trim());
});

test('import puts a file onto a list beside a server, and says what became of it', async () => {
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

  await writeFile(file, 'email\n"ann@x.test\n');
  const bad = await command(['import', file, '--list', body.data.id], env);
  expect([bad.code, bad.stderr]).toEqual([1, 'tidings: The CSV file has a quote in row 2 that is never closed.\n']);
  const nowhere = await command(['import', file, '--list', 'none'], env);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, 'tidings: there is no such list\n']);
});

const BAD_USE: [string[], string][] = [
  [['frobnicate'], 'there is no command'],
  [['constructor'], 'there is no command'],
  [['token'], 'token create'],
  [['import'], 'import FILE.csv --list ID'],
  [['import', 'people.csv'], '--list is missing'],
  [['import', 'none.csv', '--list', 'x'], 'there is no file none.csv'],
  [['token', 'create', '--name', 'N'], '--ability is missing'],
  [['token', 'create', '--name', 'N', '--ability', 'rule'], 'ability'],
  [['token', 'create', '--name', 'N', '--ability', 'read', '--team', 'nobody'], 'there is no such team'],
  [['token', 'revoke'], 'token revoke needs'],
  [['token', 'revoke', 'tidings_unknown'], 'there is no such token'],
  [['token', 'create', '--name', 'N', '--ability', 'read', '--rate-limt', '5'], "Unknown option '--rate-limt'"],
  [
    ['token', 'create', '--name', '--ability', 'read'],
    "ambiguous. To specify an option argument starting with a dash use '--name=-XYZ'",
  ],
  [['team', 'create'], '--name is missing'],
  [['team', 'create', '--name'], "Option '--name <value>' argument missing"],
  [['team', 'create', 'Shop', '--name', 'N'], '"Shop" is one argument too many'],
  [['serve', '--no-worker'], "Unknown option '--no-worker'"],
  [['work', 'now'], '"now" is one argument too many'],
  [['migrate', '--dry-run'], "Unknown option '--dry-run'"],
  [['seed-demo', '--team', 'nobody'], 'there is no such team'],
  [['team', 'suspend', '--team', '00000000-0000-7000-8000-000000000000'], 'there is no such team'],
];

test.each(BAD_USE)('%j is one clear line and exit code 1', async (args, said) => {
  await expectOneLine(args, env, said);
});

const BAD_SETTINGS: [Record<string, string>, string][] = [
  [{ PORT: 'abc' }, 'PORT must be a port number'],
  [{ DATABASE_URL: 'mysql://u:hunter2@127.0.0.1/db' }, 'DATABASE_URL must begin with postgresql://'],
  [{ MAIL_URL: 'nonsense' }, 'MAIL_URL must begin with smtp:// or smtps://'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?pool=none' }, 'MAIL_URL: pool must be'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?pool=0' }, 'MAIL_URL: pool must be a whole number from 1 to 999'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?rate=-1' }, 'MAIL_URL: rate must be a number'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?nosuch=1' }, 'MAIL_URL: only pool and rate can be set, not "nosuch"'],
  [{ MAIL_URL: 'smtp://' }, 'MAIL_URL: a host is missing'],
  [{ MAIL_URL: 'smtp:///?pool=5' }, 'MAIL_URL: a host is missing'],
  [{ MAIL_URL: 'smtp://127.0.0.1:0' }, 'MAIL_URL: the port must be'],
  [{ MAIL_URL: 'smtp://u:hunter2%@127.0.0.1' }, 'MAIL_URL: the password has a %'],
  [{ MAIL_URL: 'smtp://127.0.0.1/hunter2' }, 'MAIL_URL: only ? and settings'],
  [{ LOG_LEVEL: 'x' }, 'LOG_LEVEL must be trace'],
  [{ BOOTSTRAP_TOKEN: 'hunter2' }, 'BOOTSTRAP_TOKEN must have at least 20 characters'],
  [{ FEEDBACK_SMTP_PORT: '2525' }, 'FEEDBACK_SMTP_PORT needs FEEDBACK_DOMAIN'],
  [{ FEEDBACK_DOMAIN: 'localhost' }, 'FEEDBACK_DOMAIN must be a domain'],
  [{ FEEDBACK_DOMAIN: 'b.test', FEEDBACK_SMTP_PORT: '66000' }, 'FEEDBACK_SMTP_PORT must be a port number'],
];

test.each(BAD_SETTINGS)('%j is one clear line and exit code 1', async (settings, said) => {
  await expectOneLine(['serve'], { ...env, ...settings }, said);
});

test('what cannot be used is said before a database is started for it', async () => {
  const home = await newHome();
  await expectOneLine(['serve'], { DATA_DIR: home, MAIL_URL: 'smtp://u:hunter2@127.0.0.1?pool=0' }, 'MAIL_URL: pool');
  expect(await readdir(home).catch(() => [])).toEqual([]);
});

test('a database that does not answer is one clear line without its password', async () => {
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
