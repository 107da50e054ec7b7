import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BackupKey } from '../database/backup/backup-encryption.ts';
import { prepareBackup } from '../database/backup/prepare-backup.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { connect, type Database, run, sql } from '../database/connect.ts';
import { appSecrets } from '../database/known-secret.ts';
import { noteBackup } from '../domain/platform/last-backup.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readArguments } from './arguments.ts';
import { readBackupKey } from './backup-key.ts';
import { progressBar } from './progress-bar.ts';
import { type Command, UsageError, withDatabase } from './run.ts';
import { scheduledBackup } from './scheduled-backup.ts';
import { wrongCall } from './usage.ts';

/**
 * `backup FILE` writes a backup, `backup --scheduled` writes one to BACKUP_URL, `backup --elsewhere` records a backup by another
 * program.
 */
export const backup: Command = async (args) => {
  const { words, has, option } = readArguments(args, {
    words: 1,
    switches: ['elsewhere', 'scheduled', 'with-secret'],
    options: ['encrypt-to', 'passphrase-file'],
  });
  const [file] = words;
  if ([file, has('elsewhere'), has('scheduled')].filter(Boolean).length !== 1) throw wrongCall('backup');
  if (has('scheduled')) return scheduledBackup();
  const lock = readBackupKey(option, 'public');
  await (file ? backUp(file, { lock, withSecret: has('with-secret') }) : noteElsewhere());
};

/** Writes the whole database into one file while the installation runs. */
async function backUp(file: string, holding: { lock: BackupKey | undefined; withSecret: boolean }): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} exists already`);
  await withDatabase(
    async ({ url, config, log, stop }) => {
      await prepareBackup(url, log);
      const [secret] = (await withConnection(url, (db) => appSecrets(config, db))) as [string];
      const bar = progressBar('writing', 1);
      const progress = (rows: number, total: number) => bar.show(total > 0 ? Math.min(0.99, rows / total) : 0);
      const storage = openStorage(config);
      const { rows, at } = await writeBackup(file, {
        url,
        secret,
        ...holding,
        storage,
        progress,
        signal: stop,
      }).catch(unlessUsable(file, stop));
      bar.show(1);
      bar.end();
      const bytes = (await stat(file)).size;
      console.log(`Wrote ${rows} rows into ${file} (${(bytes / 1e6).toFixed(1)} MB). ${secretLine(holding)}`);
      if (!storage.isLocal) console.log('Media are in the bucket of MEDIA_URL, not in this file.');
      await withConnection(url, (db) => noteBackup(db, { madeBy: 'command', at, bytes })).catch((error: Error) => {
        console.error(`The backup is complete, but could not be recorded for the dashboard: ${error.message}`);
      });
    },
    { interruptible: false },
  );
}

const noteElsewhere = (): Promise<void> =>
  withDatabase(async ({ url, log }) => {
    await prepareBackup(url, log);
    await withConnection(url, async (db) => {
      const [{ at }] = (await run<{ at: Date }>(db, sql`select now() as at`)) as [{ at: Date }];
      await noteBackup(db, { madeBy: 'elsewhere', at, bytes: null });
    });
    console.log('Recorded a backup made just now.');
  });

async function withConnection<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const connection = connect(url, 1);
  return await work(connection.db).finally(() => connection.close());
}

function secretLine({ lock, withSecret }: { lock: BackupKey | undefined; withSecret: boolean }): string {
  if (lock) return 'It is encrypted and contains the secret. Keep its key in another place.';
  if (withSecret) return 'It contains the secret. Keep it private.';
  return 'It does not contain the secret that signs links and encrypts passwords. Keep a copy of APP_SECRET or DATA_DIR/app-secret in another place.';
}

/** Turns an interruption, or an error of the file, into one line instead of a stack. */
const unlessUsable = (file: string, stop: AbortSignal) => (error: NodeJS.ErrnoException) => {
  if (stop.aborted) throw new UsageError('interrupted: no backup was written');
  throw error.syscall ? new UsageError(`${file} cannot be written (${error.code})`) : error;
};
