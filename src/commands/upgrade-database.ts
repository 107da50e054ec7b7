import { readConfig } from '../config.ts';
import { packagedMajor } from '../database/binaries.ts';
import { databaseHome, dataHome } from '../database/home.ts';
import { upgradeEmbedded } from '../database/upgrade-embedded.ts';
import { createLog } from '../log.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './run.ts';

/** Moves the embedded database to the major version of PostgreSQL that this version of Tidings brings. */
export const upgradeDatabase: Command = async (args) => {
  const { option } = readArguments(args, { options: ['binaries'] });
  const config = readConfig(process.env);
  if (config.databaseUrl) {
    throw new UsageError(
      'upgrade-database is for the embedded database: upgrade the PostgreSQL of DATABASE_URL by its own means (pg_upgrade)',
    );
  }
  const log = createLog(config.logLevel, 'stderr');
  if (config.logLevel === 'info') log.level = 'warn';
  const binaries = option('binaries');
  const kept = await upgradeEmbedded(databaseHome(dataHome(config)), {
    ...{ log, say: (line: string) => console.log(line) },
    ...(binaries && { binaries }),
  });
  console.log(
    kept
      ? `Done. Start Tidings with npm start. The old data stay in ${kept}: delete them once all is well.`
      : `The embedded database is of PostgreSQL ${await packagedMajor()} already.`,
  );
};
