import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../database/home.ts';
import { BackupBucket } from './backup-bucket.ts';

/** The storage of backups. It may contain other files, which stay untouched. */
export interface BackupStorage {
  /** Its display form for people, without a secret. */
  readonly shown: string;
  /** The folder where a backup is first written. Absent: a folder of the installation. */
  readonly workFolder?: string;
  /** The names of all its files. */
  list(): Promise<string[]>;
  /** Moves a finished file there under its name, and checks that it arrived. The local file is then gone. */
  put(file: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

/** The storage named by BACKUP_URL. Throws SetupError for an unusable one. */
export const openBackupStorage = (to: string): BackupStorage =>
  to.startsWith('s3://') ? new BackupBucket(to) : folderAt(to);

const folderAt = (folder: string): BackupStorage => ({
  shown: folder,
  workFolder: folder,
  close: () => {},
  list: async () => {
    privateFolder(folder, undefined);
    return readdir(folder);
  },
  put: (file, name) => rename(file, join(folder, name)),
  remove: (name) => rm(join(folder, name), { force: true }),
});
