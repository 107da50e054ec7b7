import { indexField, unindexField } from '../domain/audience/field-index.ts';
import { findTeam } from '../domain/platform/teams.ts';
import { createScope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, UsageError, withInstallation } from './run.ts';

const ACTIONS = new Map([
  ['index', indexField],
  ['unindex', unindexField],
]);

/** `field index|unindex --key K [--team ID]`: an index over the values of a contact field, for large lists. */
export const field: Command = async ([name, ...args]) => {
  const act = ACTIONS.get(name ?? '');
  if (!act) throw new UsageError('field index --key K [--team ID], or field unindex --key K [--team ID]');
  const given = readArguments(args, { options: ['key', 'team'] });
  const key = given.required('key');
  await withInstallation(async ({ connection: { db } }) => {
    const team = await findTeam(db, given.option('team')).catch(noSuch('team'));
    await act(createScope(db, team, WORKER), key).catch(noSuch('contact field'));
  });
};
