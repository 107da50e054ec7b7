import { connect, type Database } from '../database/connect.ts';
import { acceptSecret, appSecrets } from '../database/known-secret.ts';
import { migrate } from '../database/migrate.ts';
import { readArguments } from './arguments.ts';
import { reEncrypt } from './re-encrypt.ts';
import { type Command, type Opened, withDatabase } from './run.ts';
import { wrongCall } from './usage.ts';

/**
 * `secret --accept` continues with the current APP_SECRET although the database was used with another one, now lost. `secret
 * --re-encrypt` encrypts the stored secrets with the current one.
 */
export const secret: Command = async (args) => {
  const { has } = readArguments(args, { switches: ['accept', 're-encrypt'] });
  if (has('accept') === has('re-encrypt')) throw wrongCall('secret');
  await withDatabase(async (opened) => {
    await migrate(opened.url, opened.log);
    const connection = connect(opened.url, 1);
    const work = has('accept') ? accept : encryptAgain;
    await work(opened, connection.db).finally(() => connection.close());
  });
};

async function accept({ config }: Opened, db: Database): Promise<void> {
  await acceptSecret(config, db);
  console.log(
    'The database now uses the current secret. Links in e-mails sent before no longer work. Set the passwords of ' +
      'transports and the secrets of webhooks and feedback sources again, and rotate the DKIM keys.',
  );
}

async function encryptAgain({ config }: Opened, db: Database): Promise<void> {
  const { done, unreadable } = await reEncrypt(db, await appSecrets(config, db));
  console.log(`Re-encrypted ${done} stored secrets. APP_SECRET_OLD is now needed only for links in e-mails.`);
  if (unreadable > 0) {
    console.log(
      `No secret in APP_SECRET_OLD decrypts ${unreadable} others: add the one that encrypted them, or set them again.`,
    );
  }
}
