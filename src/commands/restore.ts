import type { BackupKey } from '../database/backup/backup-encryption.ts';
import { type BackupSummary, checkBackup, restoreBackup } from '../database/backup/restore-backup.ts';
import { connect } from '../database/connect.ts';
import { acceptSecret } from '../database/known-secret.ts';
import { migrate } from '../database/migrate.ts';
import { checkSecret, storeSecret } from '../database/restore-secret.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readArguments } from './arguments.ts';
import { readBackupKey } from './backup-key.ts';
import { fileSize } from './file-size.ts';
import { progressBar } from './progress-bar.ts';
import { type Command, type Opened, UsageError, withDatabase } from './run.ts';
import { wrongCall } from './usage.ts';

/**
 * `restore FILE` restores a backup into an empty installation. `restore --check FILE` reads it to its end and describes its
 * content, without a database.
 */
export const restore: Command = async (args) => {
  const { words, has, option } = readArguments(args, {
    words: 1,
    switches: ['check'],
    options: ['key', 'passphrase-file'],
  });
  const [file] = words;
  if (!file) throw wrongCall('restore');
  const key = readBackupKey(option, 'private');
  const size = await fileSize(file);
  const bar = progressBar(has('check') ? 'checking' : 'restoring', size);
  const summary = has('check')
    ? await checkBackup(file, { progress: bar.show, key })
    : await withDatabase((opened) => restoreInto(opened, file, { progress: bar.show, key }), {
        interruptible: false,
        isNew: true,
      });
  bar.end();
  console.log(describe(summary, has('check')));
};

async function restoreInto(
  { url, config, log, stop }: Opened,
  file: string,
  reading: { progress: (bytes: number) => void; key: BackupKey | undefined },
): Promise<BackupSummary> {
  const connection = connect(url, 1);
  const storage = openStorage(config);
  try {
    const summary = await restoreBackup(file, url, {
      log,
      storage,
      ...reading,
      signal: stop,
      checkSecret: (header) => checkSecret(config, header),
      withSecret: (header) => storeSecret(config, connection.db, header),
    });
    await migrate(url, log);
    await acceptSecret(config, connection.db);
    return summary;
  } catch (error) {
    throw stop.aborted ? new UsageError('interrupted: nothing was restored') : error;
  } finally {
    storage.close();
    await connection.close();
  }
}

const NO_CHECKSUM = ' An older version made it without a checksum, so damage may go unnoticed.';

function describe({ created_at, rows, tables, migration, checksum }: BackupSummary, isCheck: boolean): string {
  const counts = ['teams', 'lists', 'subscribers', 'events', 'messages', 'media'].map(
    (name) => `${tables[name] ?? 0} ${name}`,
  );
  const what = `${rows} rows (${counts.join(', ')}) of ${created_at}`;
  return isCheck
    ? `The backup is complete: ${what}, up to migration ${migration}.${checksum ? '' : NO_CHECKSUM}`
    : `Restored ${what}. Start Tidings with npm start. It sends the messages that were waiting.`;
}
