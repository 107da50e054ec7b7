import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../database/home.ts';
import { BackupBucket } from './backup-bucket.ts';

/** Where backups are kept. Files of others in it are never touched. */
export interface BackupPlace {
  /** As people may see it: without a secret. */
  readonly shown: string;
  /** Where a backup is written first. Absent: in a folder of the installation. */
  readonly workFolder?: string;
  /** The names of all that is there. */
  list(): Promise<string[]>;
  /** Brings a finished file there, under its name, and checks that it arrived. The file is then gone here. */
  put(file: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

/** The place that BACKUP_URL names. Throws SetupError when it cannot be one. */
export const openBackupPlace = (to: string): BackupPlace =>
  to.startsWith('s3://') ? new BackupBucket(to) : folderAt(to);

const folderAt = (folder: string): BackupPlace => ({
  ...{ shown: folder, workFolder: folder, close: () => {} },
  list: async () => {
    privateFolder(folder, undefined);
    return readdir(folder);
  },
  put: (file, name) => rename(file, join(folder, name)),
  remove: (name) => rm(join(folder, name), { force: true }),
});
