import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../config.ts';
import { packagedMajor } from './binaries.ts';

/** Where data are written anew for another major version of PostgreSQL, under the home of the database. */
export const movingFolder = (home: string): string => join(home, 'postgresql-upgrade');

/** The major version of PostgreSQL that made the data in a folder. Undefined where there are none. */
export function dataMajor(data: string): number | undefined {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Throws SetupError with what to do when the data are of another major version than the PostgreSQL that we bring. */
export async function refuseOtherMajor(data: string): Promise<void> {
  const major = dataMajor(data);
  if (major === undefined) return;
  const brought = await packagedMajor();
  if (major > brought) throw newerData(major, brought, data);
  if (major < brought) {
    throw new SetupError(
      `The data in ${data} are of PostgreSQL ${major}, and this version of Tidings brings PostgreSQL ${brought}: ` +
        'stop every process, then run npm run upgrade-database',
    );
  }
}

export const newerData = (major: number, brought: number, data: string): SetupError =>
  new SetupError(
    `The data in ${data} are of PostgreSQL ${major}, which is newer than the PostgreSQL ${brought} of this version of Tidings: ` +
      'install the newer version of Tidings',
  );

/** Throws SetupError when new data stand ready and the old ones are gone: an upgrade was interrupted in its last moment. */
export function refuseIfMoving(home: string): void {
  if (existsSync(join(home, 'postgresql')) || !existsSync(join(movingFolder(home), 'complete'))) return;
  throw new SetupError('The upgrade of the embedded database was interrupted: run npm run upgrade-database again');
}
