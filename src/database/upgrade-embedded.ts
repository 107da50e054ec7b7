import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';
import { databaseAccount } from './account.ts';
import { prepareBackup } from './backup/prepare-backup.ts';
import { LEAVE_SECRET, restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { packagedMajor } from './binaries.ts';
import { clusterFolder, openCluster } from './cluster.ts';
import { startAlone, startEmbedded } from './embedded.ts';
import { privateFolder } from './home.ts';
import { connectForLongWork } from './long-work.ts';
import { dataMajor, movingFolder, newerData } from './major-version.ts';
import { migrate } from './migrate.ts';
import { findOldBinaries } from './old-binaries.ts';

interface Options {
  log: Log;
  /** A folder with the bin/ of the older PostgreSQL. */
  binaries?: string;
  /** Receives the progress. */
  say(line: string): void;
}

/** Tables about this installation that backups do not contain. */
const KEPT = ['installation_secrets', 'last_backups'];

/**
 * Upgrades the embedded database under `home` to our PostgreSQL: reads all rows with the older programs, and writes them into new
 * data, which replaces the old data at the end. The old data are only read, so that the older version can go on with them.
 * Returns their folder; undefined if they were up to date. An interrupted upgrade keeps the old data and can be repeated. Throws SetupError.
 */
export async function upgradeEmbedded(home: string, { log, binaries, say }: Options): Promise<string | undefined> {
  const [folder, moving, major] = [clusterFolder(home), movingFolder(home), await packagedMajor()];
  if (!existsSync(folder) && existsSync(join(moving, 'complete'))) return takePlace(home);
  const from = dataMajor(join(folder, 'data'));
  if (from === undefined) throw new SetupError(`There is no embedded database in ${folder}`);
  if (from === major) {
    await rm(moving, { recursive: true, force: true });
    return undefined;
  }
  if (from > major) throw newerData(from, major, join(folder, 'data'));
  await rm(moving, { recursive: true, force: true }); // left by an interrupted upgrade
  const old = await startAlone(await openCluster(home, log, await findOldBinaries(from, home, binaries)), log);
  try {
    privateFolder(moving, databaseAccount(home));
    await prepareBackup(old.url, log);
    say(`Reading the data of PostgreSQL ${from}…`);
    await move(old.url, moving, { log, say });
  } finally {
    await old.stop();
  }
  await writeFile(join(moving, 'complete'), freeName(`${folder}-${from}`), { mode: 0o600 });
  return takePlace(home);
}

/** Writes all rows into a new database under `moving`. The secret and the media files stay in place. */
async function move(url: string, moving: string, { log, say }: Pick<Options, 'log' | 'say'>): Promise<void> {
  const file = join(moving, 'backup');
  const { rows } = await writeBackup(file, { url, secret: '', storage: NO_FILES });
  const next = await startEmbedded(moving, log);
  try {
    say(`Writing ${rows} rows into PostgreSQL ${await packagedMajor()}…`);
    const restored = await restoreBackup(file, next.url, { log, storage: NO_FILES, ...LEAVE_SECRET });
    if (restored.rows !== rows)
      throw new SetupError(`Only ${restored.rows} of ${rows} rows arrived: nothing was changed`);
    await migrate(next.url, log);
    await copyKept(url, next.url);
  } finally {
    await next.stop();
  }
  await rm(file);
}

async function copyKept(from: string, to: string): Promise<void> {
  const [source, target] = [await connectForLongWork(from), await connectForLongWork(to)];
  try {
    for (const table of KEPT) {
      const { rows } = await source.query(`select coalesce(json_agg(t), '[]') as all from ${table} t`);
      await target.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows[0].all),
      ]);
    }
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** Swaps the new and the old data. Returns the folder of the old data. Can be repeated after an interruption. */
async function takePlace(home: string): Promise<string> {
  const [folder, moving] = [clusterFolder(home), movingFolder(home)];
  const kept = await readFile(join(moving, 'complete'), 'utf8');
  if (existsSync(folder)) await rename(folder, kept);
  await rename(clusterFolder(moving), folder);
  await rm(moving, { recursive: true });
  return kept;
}

const freeName = (path: string, number = 1): string => {
  const name = number === 1 ? path : `${path}-${number}`;
  return existsSync(name) ? freeName(path, number + 1) : name;
};

const untouched = async (): Promise<never> => {
  throw new Error('the files of media stay where they are');
};

/** Makes a backup without media files. */
const NO_FILES: Storage = {
  isLocal: false,
  write: untouched,
  read: untouched,
  removeFolder: untouched,
  close: () => {},
};
