import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { appSecret } from '../database/app-secret.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readArguments } from './arguments.ts';
import { progressBar } from './progress-bar.ts';
import { type Command, UsageError, withDatabase } from './run.ts';
import { wrongCall } from './usage.ts';

/** `backup FILE` writes the whole database and the secret into one file, while the installation goes on working. */
export const backup: Command = async (args) => {
  const [file] = readArguments(args, { words: 1 }).words;
  if (!file) throw wrongCall('backup');
  if (existsSync(file)) throw new UsageError(`${file} exists already`);
  await withDatabase(
    async ({ url, config, log, stop }) => {
      await migrate(url, log);
      const connection = connect(url, 1);
      const secret = await appSecret(config, connection.db).finally(() => connection.close());
      const bar = progressBar('writing', 1);
      const progress = (rows: number, total: number) => bar.show(total > 0 ? Math.min(0.99, rows / total) : 0);
      const storage = openStorage(config);
      const rows = await writeBackup(file, { url, secret, storage, progress, signal: stop }).catch(
        unlessUsable(file, stop),
      );
      bar.show(1);
      bar.end();
      const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
      console.log(`Wrote ${rows} rows into ${file} (${megabytes} MB). It contains the secret: keep it private.`);
      if (!storage.isLocal) console.log('Media are in the bucket of MEDIA_URL, and not in this file.');
    },
    { interruptible: false },
  );
};

/** One line instead of a stack for an interruption, and for a file that cannot be written. */
const unlessUsable = (file: string, stop: AbortSignal) => (error: NodeJS.ErrnoException) => {
  if (stop.aborted) throw new UsageError('interrupted: no backup was written');
  throw error.syscall ? new UsageError(`${file} cannot be written (${error.code})`) : error;
};
