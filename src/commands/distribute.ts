import { distribute as distributeTables } from '../database/distribute.ts';
import { connectForLongWork } from '../database/long-work.ts';
import { migrate } from '../database/migrate.ts';
import { readArguments } from './arguments.ts';
import { type Command, withDatabase } from './run.ts';

/** `distribute` distributes the tables over the machines of a Citus cluster. It skips tables that are already distributed. */
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
