import { indexField, unindexField } from '../domain/audience/field-index.ts';
import { findTeam } from '../domain/platform/teams.ts';
import { createScope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

const ACTIONS = new Map([
  ['index', indexField],
  ['unindex', unindexField],
]);

/** `field index|unindex --key K [--team ID]` creates or drops an index on a contact field's values, for large lists. */
export const field: Command = async ([name, ...args]) => {
  const act = ACTIONS.get(name ?? '');
  if (!act) throw wrongCall('field');
  const { option, required } = readArguments(args, { options: ['key', 'team'] });
  const key = required('key');
  await withInstallation(
    async ({ connection: { db } }, _config, stop) => {
      const team = await findTeam(db, option('team')).catch(noSuch('team'));
      console.error('Waiting for running exports and backups to end. All other work continues.');
      await act(createScope(db, team, WORKER), key, stop)
        .catch(interrupted(stop))
        .catch(noSuch('contact field'));
      console.log('Done.');
    },
    { interruptible: false },
  );
};

const interrupted = (stop: AbortSignal) => (error: unknown) => {
  throw stop.aborted
    ? new UsageError('interrupted: the next run of field index or field unindex removes the unfinished index')
    : error;
};
