import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { runHere } from '../support/command-line.ts';

let api: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  api = await openTestApp();
  env = { DATABASE_URL: api.databaseUrl };
});
afterAll(() => api.close());

/** The commands' resources do not exist, so input that passes validation fails with other words. */
const NOWHERE = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };

async function expectOneLine(args: string[], settings: Record<string, string>, said: string): Promise<void> {
  const { code, stdout, stderr } = await runHere(args, settings);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^tidings: [^\n]+\n$/);
  expect(stderr).toContain(said);
  expect(stderr).not.toContain('hunter2');
}

const BAD_USE: [string[], string][] = [
  [['constructor'], 'there is no command'],
  [['token'], 'token create'],
  [['import'], 'import FILE.csv --list ID'],
  [['import', 'people.csv'], '--list is missing'],
  [['import', 'none.csv', '--list', 'x'], 'there is no file none.csv'],
  [['token', 'create', '--name', 'N'], '--ability is missing'],
  [['token', 'revoke'], 'token revoke needs'],
  [['token', 'create', '--name', 'N', '--ability', 'read', '--rate-limt', '5'], "Unknown option '--rate-limt'"],
  [
    ['token', 'create', '--name', '--ability', 'read'],
    "ambiguous. To specify an option argument starting with a dash use '--name=-XYZ'",
  ],
  [['team', 'create'], '--name is missing'],
  [['team', 'create', '--name'], "Option '--name <value>' argument missing"],
  [['team', 'create', 'Shop', '--name', 'N'], '"Shop" is an unexpected argument'],
  [['serve', '--no-worker'], "Unknown option '--no-worker'"],
  [['work', 'now'], '"now" is an unexpected argument'],
  [['migrate', '--dry-run'], "Unknown option '--dry-run'"],
];

test.each(BAD_USE)('%j prints one clear line', async (args, said) => {
  await expectOneLine(args, NOWHERE, said);
});

const BAD_SETTINGS: [Record<string, string>, string][] = [
  [{ PORT: 'abc' }, 'PORT must be a port number'],
  [{ DATABASE_URL: 'mysql://u:hunter2@127.0.0.1/db' }, 'DATABASE_URL must begin with postgresql://'],
  [{ TRUSTED_DOCUMENTS: 'true' }, 'TRUSTED_DOCUMENTS must be only or off'],
  [{ DNS_SERVERS: 'ns.provider.example' }, 'DNS_SERVERS must be addresses of servers'],
  [{ DNS_SERVERS: '9.9.9.9,999.1.1.1' }, 'DNS_SERVERS must be addresses of servers'],
  [{ FEEDBACK_LOOPS: 'fbl@isp.example,not a domain' }, 'FEEDBACK_LOOPS must be addresses or domains'],
  [{ FEEDBACK_LOOPS: 'fbl@' }, 'FEEDBACK_LOOPS must be addresses or domains'],
  [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is not an address of this machine (EADDRNOTAVAIL)'],
  [{ HOST: 'no.such.host.invalid' }, 'HOST no.such.host.invalid is not an address of this machine'],
  [{ DATABASE_URL: '', DATA_DIR: '/dev/null/tidings' }, 'DATA_DIR /dev/null/tidings cannot be used (ENOTDIR)'],
  [{ DATABASE_URL: '', DATA_DIR: '/proc/tidings' }, 'DATA_DIR /proc/tidings cannot be used (ENOENT)'],
  ...[
    'http://login.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.7',
    'ftp://login.example',
  ].map((issuer): [Record<string, string>, string] => [
    { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'hunter2' },
    'OIDC_ISSUER must begin with https://, because the client secret is sent there',
  ]),
  [{ MEDIA_URL: 'ftp://pictures:hunter2@host' }, 'MEDIA_URL must be'],
  [{ MAIL_URL: 'nonsense' }, 'MAIL_URL must begin with smtp:// or smtps://'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?pool=none' }, 'MAIL_URL: pool must be'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?pool=0' }, 'MAIL_URL: pool must be a whole number from 1 to 999'],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?rate=-1' }, 'MAIL_URL: rate must be a number'],
  [
    { MAIL_URL: 'smtp://u:hunter2@127.0.0.1?nosuch=1' },
    'MAIL_URL: only pool, rate, tls, ca, fingerprint, ehlo_name, oauth2, tenant, client_id, client_secret and refresh_token can be set, not "nosuch"',
  ],
  [
    { MAIL_URL: 'smtp://u:hunter2#@127.0.0.1:587' },
    'MAIL_URL has a # before the host. In a user or password write # as %23',
  ],
  [{ MAIL_URL: 'smtp://u:hunter2@127.0.0.1?tls=off' }, 'MAIL_URL: tls=off cannot be used with a user and a password'],
  [
    { MAIL_URL: 'smtp://u@127.0.0.1?oauth2=google&client_secret=hunter2' },
    'MAIL_URL: client_id is required: add &client_id=',
  ],
  [{ MAIL_URL: 'smtp://' }, 'MAIL_URL: a host is missing'],
  [{ MAIL_URL: 'smtp:///?pool=5' }, 'MAIL_URL: a host is missing'],
  [{ MAIL_URL: 'smtp://127.0.0.1:0' }, 'MAIL_URL: the port must be'],
  [{ MAIL_URL: 'smtp://u:hunter2%@127.0.0.1' }, 'MAIL_URL: the password has a %'],
  [{ MAIL_URL: 'smtp://127.0.0.1/hunter2' }, 'MAIL_URL: only ? and settings'],
  [{ CORS_ORIGINS: 'app.shop.example' }, 'CORS_ORIGINS must be *, or origins'],
  [{ CORS_ORIGINS: 'https://app.shop.example/' }, 'CORS_ORIGINS must be *, or origins'],
  [{ CORS_ORIGINS: 'https://app.shop.example,*' }, 'CORS_ORIGINS must be *, or origins'],
  [{ CORS_ORIGINS: 'https://*.shop.example' }, 'CORS_ORIGINS must be *, or origins'],
  [{ TRUSTED_PROXIES: 'proxy.shop.example' }, 'TRUSTED_PROXIES must be addresses or networks'],
  [{ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or networks'],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must be addresses or networks'],
  [{ OUTBOUND_ALLOW: '10.0.0.0/33' }, 'OUTBOUND_ALLOW must be hosts, addresses or networks'],
  [{ OUTBOUND_ALLOW: 'http://feeds.internal' }, 'OUTBOUND_ALLOW must be hosts, addresses or networks'],
  [{ TRUSTED_PROXIES: '::1/' }, 'TRUSTED_PROXIES must be addresses or networks'],
  [{ LOG_LEVEL: 'x' }, 'LOG_LEVEL must be trace'],
  [{ BOOTSTRAP_TOKEN: 'hunter2' }, 'BOOTSTRAP_TOKEN must have at least 20 characters'],
  [{ FEEDBACK_SMTP_PORT: '2525' }, 'FEEDBACK_SMTP_PORT needs FEEDBACK_DOMAIN'],
  [{ FEEDBACK_DOMAIN: 'localhost' }, 'FEEDBACK_DOMAIN must be a domain'],
  [{ FEEDBACK_DOMAIN: 'b.test', FEEDBACK_SMTP_PORT: '66000' }, 'FEEDBACK_SMTP_PORT must be a port number'],
];

test.each(BAD_SETTINGS)('%j prints one clear line', async (settings, said) => {
  await expectOneLine(['serve'], { ...NOWHERE, ...settings }, said);
});

const BAD_NAMES: [string[], string][] = [
  [['token', 'create', '--name', 'N', '--ability', 'rule'], 'ability'],
  [['token', 'create', '--name', 'N', '--ability', 'read', '--team', 'nobody'], 'this team does not exist'],
  [['token', 'revoke', 'tidings_unknown'], 'this token does not exist'],
  [['seed-demo', '--team', 'nobody'], 'this team does not exist'],
  [['seed-demo', '--people', '99'], '--people takes a number from 100 to 50000'],
  [['team', 'suspend', '--team', '00000000-0000-7000-8000-000000000000'], 'this team does not exist'],
];

test.each(BAD_NAMES)('%j prints one clear line', async (args, said) => {
  await expectOneLine(args, env, said);
});

test('importing an invalid file, or into an unknown list, prints one clear line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-import-'));
  const file = join(folder, 'people.csv');
  await writeFile(file, 'email\n"ann@x.test\n');
  const list = await makeList(api);
  await expectOneLine(['import', file, '--list', list], env, 'The CSV file has a quote in row 2 that is never closed.');
  await expectOneLine(['import', file, '--list', 'none'], env, 'this list does not exist');
  await rm(folder, { recursive: true });
});

test('team create prints the id and a token, one per line', async () => {
  const { stdout, stderr, code } = await runHere(['team', 'create', '--name', 'Second'], env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[0-9a-f-]{36}\ntidings_\S{43}\n$/);
  const [id, token] = stdout.split('\n') as [string, string];
  const list = { name: 'L', from_email: 'a@b.example' };
  const before = (await api.rest('GET', '/lists')).body.meta.total;
  expect((await api.rest('POST', '/lists', list, { token })).status).toBe(201);
  const tokenOfTeam = ['token', 'create', '--name', 'More', '--ability', 'read', '--team', id];
  const more = (await runHere(tokenOfTeam, env)).stdout.trim();
  expect((await api.rest('GET', '/lists', undefined, { token: more })).body.meta.total).toBe(1);
  expect((await api.rest('GET', '/lists')).body.meta.total).toBe(before);
});

test('webhook secret prints the same secret each time, until it is replaced', async () => {
  const secret = async (...more: string[]) => (await runHere(['webhook', 'secret', ...more], env)).stdout;
  const first = await secret();
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
  expect(await secret()).toBe(first);
  const both = await secret('--replace');
  expect(both.split('\n')).toHaveLength(3);
  expect(both).toMatch(new RegExp(`${first.trim().replaceAll('+', '\\+')}\n$`));
  expect(both).not.toBe(`${first}${first}`);
});

test.each([[['--help']], [['help']], [['token', '--help']], [['nosuch', '-h']]])(
  '%j prints the usage',
  async (args) => {
    const { code, stdout, stderr } = await runHere(args, NOWHERE);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('token create --name N --ability read|write');
    expect(stdout.includes('restore [--check]')).toBe(args[0] !== 'token');
  },
);

test('--version prints the version of the package, and opens nothing', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await runHere(['--version'], NOWHERE)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});
