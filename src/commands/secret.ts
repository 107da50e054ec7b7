import { connect } from '../database/connect.ts';
import { acceptSecret } from '../database/known-secret.ts';
import { migrate } from '../database/migrate.ts';
import { readArguments } from './arguments.ts';
import { type Command, withDatabase } from './run.ts';
import { wrongCall } from './usage.ts';

/** `secret --accept` goes on with the current APP_SECRET although the database was used with another, which is lost. */
export const secret: Command = async (args) => {
  const { has } = readArguments(args, { switches: ['accept'] });
  if (!has('accept')) throw wrongCall('secret');
  await withDatabase(async ({ url, config, log }) => {
    await migrate(url, log);
    const connection = connect(url, 1);
    await acceptSecret(config, connection.db).finally(() => connection.close());
    console.log(
      'The database takes the current secret now. Links in e-mails sent before do not work any more. Set the passwords of ' +
        'transports and the secrets of webhooks and feedback sources again, and rotate the DKIM keys.',
    );
  });
};
