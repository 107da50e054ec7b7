import { indexField, unindexField } from '../domain/audience/field-index.ts';
import { findTeam } from '../domain/platform/teams.ts';
import { ExpectedError, NotFoundError } from '../errors.ts';
import { createScope, WORKER } from '../scope.ts';
import { type Command, option, required, UsageError, withInstallation } from './run.ts';

const ACTIONS = new Map([
  ['index', indexField],
  ['unindex', unindexField],
]);

/** `field index|unindex --key K [--team ID]`: an index over the values of a contact field, for large lists. */
export const field: Command = async ([name, ...args]) => {
  const act = ACTIONS.get(name ?? '');
  if (!act) throw new UsageError('field index --key K [--team ID], or field unindex --key K [--team ID]');
  const key = required(args, 'key');
  await withInstallation(async ({ connection: { db } }) => {
    const team = await findTeam(db, option(args, 'team')).catch(noSuch('team'));
    await act(createScope(db, team, WORKER), key).catch(noSuch('contact field'));
  });
};

const noSuch = (what: string) => (error: unknown) => {
  if (error instanceof NotFoundError) throw new UsageError(`there is no such ${what}`);
  throw error instanceof ExpectedError ? new UsageError(error.message) : error;
};
