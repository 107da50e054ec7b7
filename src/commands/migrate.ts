import { readArguments } from './arguments.ts';
import { type Command, withInstallation } from './run.ts';

/** Migrates the database. Every other command does this first; this one does nothing else. */
export const migrate: Command = async (args) => {
  readArguments(args, {});
  await withInstallation(async () => console.log('The database is up to date.'));
};
