import { findTeam } from '../domain/platform/teams.ts';
import { createToken, revokeToken } from '../domain/platform/tokens.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

/**
 * `token create --name N --ability read|write [--team ID] [--rate-limit N] [--expires-at TIME]` prints only the token;
 * `token revoke TOKEN-OR-ID`.
 */
export const token: Command = async ([action, ...args]) => {
  if (action === 'create') return create(args);
  if (action === 'revoke') return revoke(args);
  throw wrongCall('token');
};

function create(args: string[]): Promise<void> {
  const { option, required } = readArguments(args, {
    options: ['name', 'ability', 'team', 'rate-limit', 'expires-at'],
  });
  const rateLimit = option('rate-limit');
  const input = {
    name: required('name'),
    ability: required('ability'),
    expiresAt: option('expires-at'),
    rateLimit: rateLimit === undefined ? undefined : Number(rateLimit),
  };
  return withInstallation(async ({ connection: { db } }) => {
    const team = await findTeam(db, option('team')).catch(noSuch('team'));
    console.log(await createToken(db, team.id, input));
  });
}

function revoke(args: string[]): Promise<void> {
  const { words, option } = readArguments(args, { options: ['token', 'id'], words: 1 });
  const given = option('token') ?? option('id') ?? words[0];
  if (!given)
    throw new UsageError('token revoke needs the token or its id. If the token begins with a dash, write --token=T');
  return withInstallation(async ({ connection: { db } }) => {
    if (!(await revokeToken(db, given))) throw new UsageError('this token does not exist');
  });
}
