import { readArguments } from './arguments.ts';
import { type Command, withInstallation } from './run.ts';

/** Brings the database up to date. Every other command does so too; this one does nothing else. */
export const migrate: Command = async (args) => {
  readArguments(args, {});
  await withInstallation(async () => console.log('The database is up to date.'));
};
