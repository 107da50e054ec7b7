import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENCRYPTED_COLUMNS } from '../../../src/commands/encrypted-columns.ts';
import { Vault } from '../../../src/crypto/vault.ts';
import { run, sql } from '../../../src/database/connect.ts';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { runHere } from '../../support/command-line.ts';
import { ask } from '../../support/graphql.ts';
import { signIn } from '../../support/members.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const FIRST = 'the secret of the tests, 32 long';
const SECOND = 'the second secret as long as the first';
const THIRD = 'the third secret as long as the others';
const MANY = 230;

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true, outboundAllow: ['127.0.0.1'] });
});
afterAll(() => api.close());

const secret = (args: string[], secrets: Record<string, string>) =>
  runHere(args, { DATABASE_URL: api.databaseUrl, ...secrets });
const reEncrypt = (secrets: Record<string, string>) => secret(['secret', '--re-encrypt'], secrets);

/** Each encrypted column, decrypted by a vault. */
async function stored(vault: Vault): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, id, purpose } of ENCRYPTED_COLUMNS) {
    const rows = await api.db.$queryRawUnsafe<{ team: number; id: string; bytes: Uint8Array }[]>(
      `select team_id as team, ${id ?? "''"}::text as id, ${column} as bytes from ${table} where ${column} is not null`,
    );
    for (const row of rows) {
      const text = vault.decrypt(row.bytes, purpose(row.team, row.id)).toString();
      found.push(`${table}.${column} ${text}`);
    }
  }
  return found.sort();
}

/** A secret of every kind, in the forms in which people and programs store them. */
async function storeSecrets(): Promise<void> {
  const made = async (path: string, body: object) => {
    const answer = await api.rest('POST', path, body);
    expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, 201]);
    return answer.body.data.id as string;
  };
  await made('/transports', { name: 'Password', host: '127.0.0.1', port: 2525, user: 'us', password: 'the password' });
  const oauth2 = { provider: 'google', client_id: 'ours', client_secret: 'for clients', refresh_token: 'to refresh' };
  await made('/transports', { name: 'Tokens', host: '127.0.0.1', port: 2525, user: 'us', oauth2 });
  const domain = await made('/sending-domains', { domain: 'shop.example' });
  const rotation = await api.rest('POST', `/sending-domains/${domain}/rotate-dkim`, {});
  expect(rotation.status, JSON.stringify(rotation.body)).toBe(200);
  await made('/feedback-sources', { provider: 'generic', name: 'Relay' });
  const { id } = await makeWebhook(api, { url: 'http://127.0.0.1:1/hook' });
  expect((await api.rest('POST', `/webhooks/${id}/rotate-secret`)).status).toBe(200);
  expect((await secret(['webhook', 'secret', '--replace'], { APP_SECRET: FIRST })).code).toBe(0);
  const { options } = await signIn(api, 'owner');
  const input = { clientId: 'ours', clientSecret: 'for Google', refreshToken: 'to refresh' };
  const connect = `mutation ($input: ConnectGmailPostmasterInput!) {
    connectGmailPostmaster(input: $input) { gmailPostmaster { clientId } }
  }`;
  await ask(api, connect, { input }, options);
  const { vault } = api.installation;
  for (let count = 0; count < MANY; count += 1) {
    const id = newId();
    const bytes = vault.encrypt(Buffer.from(`source ${count}`), `feedback ${api.teamId} ${id}`);
    await run(
      api.db,
      sql`insert into feedback_sources (team_id, id, name, provider, secret)
          select team_id, ${id}::uuid, ${`Source ${count}`}, provider, ${bytes}::bytea from feedback_sources where team_id = ${api.teamId} limit 1`,
    );
  }
}

test('every column that holds an encrypted secret is known', () => {
  const folder = join(import.meta.dirname, '../../../prisma/schema');
  const schema = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const columns = schema
    .join('\n')
    .split(/^model /m)
    .flatMap((model) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
      return [...model.matchAll(/^ {2}(\w+) +Bytes\b(?:.*@map\("(\w+)"\))?/gm)].map(
        ([, name, mapped]) => `${table}.${mapped ?? name}`,
      );
    });
  // Hashes, public keys and stored answers, which are never read again.
  const others = /\.(?:hash|\w+_hash|key|public_key|fingerprint|answer)$/;
  expect(columns.filter((column) => !others.test(column)).sort()).toEqual(
    ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

test('after a change of the secret, stored secrets are encrypted again and no longer need the former one', async () => {
  await storeSecrets();
  const before = await stored(new Vault(FIRST));
  expect(before.length).toBe(10 + MANY);
  expect(new Set(before.map((line) => line.split(' ')[0])).size).toBe(ENCRYPTED_COLUMNS.length);
  const printed = await secret(['webhook', 'secret'], { APP_SECRET: FIRST });

  const changed = { APP_SECRET: SECOND, APP_SECRET_OLD: FIRST };
  const [once, again] = [await reEncrypt(changed), await reEncrypt(changed)];
  expect([once.code, once.stderr]).toEqual([0, '']);
  expect(once.stdout).toBe(
    `Re-encrypted ${before.length} stored secrets. APP_SECRET_OLD is now needed only for links in e-mails.\n`,
  );
  expect(again.stdout).toMatch(/^Re-encrypted 0 stored secrets\./);
  expect(await stored(new Vault(SECOND))).toEqual(before);
  await expect(stored(new Vault(FIRST))).rejects.toThrow();
  expect((await secret(['webhook', 'secret'], { APP_SECRET: SECOND })).stdout).toBe(printed.stdout);
});

test('a secret that no known key can read stays unchanged, and is counted', async () => {
  const [lost] = await api.db.feedbackSource.findMany({ take: 1 });
  const bytes = new Vault(THIRD).encrypt(Buffer.from('lost'), `feedback ${api.teamId} ${lost!.id}`);
  await api.db.feedbackSource.updateMany({ where: { id: lost!.id }, data: { secret: bytes } });
  const { code, stdout } = await reEncrypt({ APP_SECRET: SECOND });
  expect([code, stdout]).toEqual([
    0,
    'Re-encrypted 0 stored secrets. APP_SECRET_OLD is now needed only for links in e-mails.\n' +
      'No secret in APP_SECRET_OLD decrypts 1 others: add the one that encrypted them, or set them again.\n',
  ]);
  expect((await reEncrypt({ APP_SECRET: SECOND, APP_SECRET_OLD: THIRD })).stdout).toMatch(/^Re-encrypted 1 stored/);
});

test('it accepts no wrong secret, and not both options', async () => {
  expect((await reEncrypt({ APP_SECRET: THIRD })).stderr).toContain('APP_SECRET is not the secret');
  for (const args of [['secret'], ['secret', '--accept', '--re-encrypt']]) {
    expect((await secret(args, { APP_SECRET: SECOND })).code).toBe(1);
  }
});
