import { readConfig } from '../config.ts';
import { packagedMajor } from '../database/binaries.ts';
import { databaseHome, dataHome } from '../database/home.ts';
import { upgradeEmbedded } from '../database/upgrade-embedded.ts';
import { createLog } from '../log.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './run.ts';

/** Upgrades the embedded database to the PostgreSQL major version of this Tidings version. */
export const upgradeDatabase: Command = async (args) => {
  const { option } = readArguments(args, { options: ['binaries'] });
  const config = readConfig(process.env);
  if (config.databaseUrl) {
    throw new UsageError(
      'upgrade-database is for the embedded database. Upgrade the PostgreSQL of DATABASE_URL with its own tools (pg_upgrade)',
    );
  }
  const log = createLog(config.logLevel, 'stderr');
  if (config.logLevel === 'info') log.level = 'warn';
  const binaries = option('binaries');
  const kept = await upgradeEmbedded(databaseHome(dataHome(config)), {
    log,
    say: (line: string) => console.log(line),
    ...(binaries && { binaries }),
  });
  console.log(
    kept
      ? `Done. Start Tidings with npm start. The old data is still in ${kept}. Delete it when the new version works.`
      : `The embedded database already uses PostgreSQL ${await packagedMajor()}.`,
  );
};
