import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../config.ts';
import type { BackupKey } from '../database/backup/backup-encryption.ts';
import { prepareBackup } from '../database/backup/prepare-backup.ts';
import { checkBackup } from '../database/backup/restore-backup.ts';
import { backupName, expired, isUnfinished } from '../database/backup/retention.ts';
import { tryRestore } from '../database/backup/try-restore.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { connect } from '../database/connect.ts';
import { dataHome, privateFolder } from '../database/home.ts';
import { appSecrets } from '../database/known-secret.ts';
import { connectForLongWork } from '../database/long-work.ts';
import { noteBackup } from '../domain/platform/last-backup.ts';
import { ALREADY_MAKING, SCHEDULED_BACKUP_LOCK } from '../jobs/scheduled-backups.ts';
import { type BackupStorage, openBackupStorage } from '../storage/backup-storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import { StorageError } from '../storage/storage.ts';
import type { BackupSettings } from '../validation/backup-settings.ts';
import { readBackupKey } from './backup-key.ts';
import { type Opened, withDatabase } from './run.ts';

/**
 * Writes a backup to BACKUP_URL, checks it, records it, and deletes backups that are too old. Does nothing while another process
 * makes a backup. If the check fails, it deletes the new backup and keeps all older ones.
 */
export const scheduledBackup = (): Promise<void> =>
  withDatabase(
    async (opened) => {
      const { backup } = opened.config;
      if (!backup) throw new SetupError('--scheduled needs BACKUP_URL, the folder or bucket for backups');
      const lock = await connectForLongWork(opened.url);
      const backups = openBackupStorage(backup.to);
      try {
        const { rows } = await lock.query('select pg_try_advisory_lock($1) as alone', [SCHEDULED_BACKUP_LOCK]);
        if (!rows[0].alone) return console.log(ALREADY_MAKING);
        await prepareBackup(opened.url, opened.log);
        await backUp(opened, backup, backups).catch(asOneLine(opened.stop));
      } finally {
        backups.close();
        await lock.end();
      }
    },
    { interruptible: false },
  );

async function backUp(opened: Opened, backup: BackupSettings, backups: BackupStorage): Promise<void> {
  const { url, config, stop } = opened;
  const key = keyOf(backup);
  const name = backupName(new Date());
  const folder = privateFolder(backups.workFolder ?? join(dataHome(config), 'backups'), undefined);
  const left = (await readdir(folder)).filter(isUnfinished); // by a process that was killed
  for (const one of left) await rm(join(folder, one));
  const file = join(folder, `${name}.unchecked`);
  const [storage, connection] = [openStorage(config), connect(url, 1)];
  try {
    const [secret] = (await appSecrets(config, connection.db)) as [string];
    const { rows, at } = await writeBackup(file, { url, secret, lock: key, storage, signal: stop });
    const checked = await check(file, rows, opened, backup);
    const bytes = (await stat(file)).size;
    await backups.put(file, name);
    await noteBackup(connection.db, { madeBy: 'command', at, bytes });
    const old = expired(await backups.list(), backup.keep);
    for (const one of old) await backups.remove(one);
    console.log(
      `Backed up ${rows} rows to ${backups.shown} as ${name} (${(bytes / 1e6).toFixed(1)} MB). ${checked}` +
        (old.length > 0 ? ` Removed ${old.length} older.` : ''),
    );
  } finally {
    await rm(file, { force: true });
    storage.close();
    await connection.close();
  }
}

/** Throws SetupError for an unusable backup. Describes how far it was checked. */
async function check(file: string, rows: number, { url, log, stop }: Opened, backup: BackupSettings): Promise<string> {
  if (backup.encryptTo) return 'Its content was not checked, because that needs the private key.';
  const reading = { key: keyOf(backup), signal: stop };
  if (!backup.restores) {
    await checkBackup(file, reading);
    return 'Its checksum is correct.';
  }
  const restored = await tryRestore(file, url, { log, ...reading });
  if (typeof restored === 'string') {
    await checkBackup(file, reading);
    return `Its checksum is correct. It was not test-restored, because ${restored}.`;
  }
  if (restored !== rows)
    throw new SetupError(`The backup has ${rows} rows, but its test restore has ${restored}. The backup was deleted`);
  return 'A test restore succeeded.';
}

function keyOf({ encryptTo, passphraseFile }: BackupSettings): BackupKey | undefined {
  const options: Record<string, string | undefined> = { 'encrypt-to': encryptTo, 'passphrase-file': passphraseFile };
  return readBackupKey((name) => options[name], 'public');
}

const asOneLine = (stop: AbortSignal) => (error: NodeJS.ErrnoException) => {
  if (stop.aborted) throw new SetupError('interrupted: no backup was made');
  if (error.syscall)
    throw new SetupError(`The backup cannot be written to ${error.path ?? 'its place'} (${error.code})`);
  if (error instanceof StorageError) throw new SetupError(`The backup was not made: ${error.message}`);
  throw error;
};
