import { distribute as distributeTables } from '../database/distribute.ts';
import { connectForLongWork } from '../database/long-work.ts';
import { migrate } from '../database/migrate.ts';
import { readArguments } from './arguments.ts';
import { type Command, withDatabase } from './run.ts';

/** `distribute` spreads the tables over the machines of a Citus cluster. What is done already stays as it is. */
export const distribute: Command = async (args) => {
  readArguments(args, {});
  await withDatabase(async ({ url, log }) => {
    await migrate(url, log);
    const client = await connectForLongWork(url);
    try {
      await distributeTables(client, ({ table, where, already }) =>
        console.log(`${table}: ${where}${already ? '' : ', now'}`),
      );
    } finally {
      await client.end();
    }
    console.log('Done. Start the processes again.');
  });
};
