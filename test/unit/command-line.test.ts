import { expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';

/** What would have to be opened is not there: what is not refused before fails with other words. */
const NOWHERE = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };

async function expectOneLine(args: string[], settings: Record<string, string>, said: string): Promise<void> {
  const { code, stdout, stderr } = await runHere(args, { ...NOWHERE, ...settings });
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
  [['team', 'create', 'Shop', '--name', 'N'], '"Shop" is one argument too many'],
  [['serve', '--no-worker'], "Unknown option '--no-worker'"],
  [['work', 'now'], '"now" is one argument too many'],
  [['migrate', '--dry-run'], "Unknown option '--dry-run'"],
];

test.each(BAD_USE)('%j is one clear line', async (args, said) => {
  await expectOneLine(args, {}, said);
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

test.each(BAD_SETTINGS)('%j is one clear line', async (settings, said) => {
  await expectOneLine(['serve'], settings, said);
});
