import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../config.ts';
import { packagedMajor } from './binaries.ts';

/** The folder for data that is being rewritten for another PostgreSQL major version, under the home of the database. */
export const movingFolder = (home: string): string => join(home, 'postgresql-upgrade');

/** The PostgreSQL major version of the data in a folder. Undefined without data. */
export function dataMajor(data: string): number | undefined {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Throws SetupError with advice when the data has another major version than our PostgreSQL. */
export async function refuseOtherMajor(data: string): Promise<void> {
  const major = dataMajor(data);
  if (major === undefined) return;
  const brought = await packagedMajor();
  if (major > brought) throw newerData(major, brought, data);
  if (major < brought) {
    throw new SetupError(
      `The data in ${data} comes from PostgreSQL ${major}, but this version of Tidings includes PostgreSQL ${brought}: ` +
        'stop all processes, then run npm run upgrade-database',
    );
  }
}

export const newerData = (major: number, brought: number, data: string): SetupError =>
  new SetupError(
    `The data in ${data} comes from PostgreSQL ${major}, which is newer than the PostgreSQL ${brought} of this version of Tidings: ` +
      'install the newer version of Tidings',
  );

/** Throws SetupError when new data is ready and the old data is gone: an upgrade was interrupted in its last moment. */
export function refuseIfMoving(home: string): void {
  if (existsSync(join(home, 'postgresql')) || !existsSync(join(movingFolder(home), 'complete'))) return;
  throw new SetupError('The upgrade of the embedded database was interrupted: run npm run upgrade-database again');
}
