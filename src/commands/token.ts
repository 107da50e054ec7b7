import { findTeam } from '../domain/platform/teams.ts';
import { createToken, revokeToken } from '../domain/platform/tokens.ts';
import { NotFoundError } from '../errors.ts';
import { type Command, option, required, UsageError, withInstallation } from './run.ts';

/** `token create --name N --ability read|write [--team ID] [--rate-limit N] [--expires-at TIME]` prints the token alone; `token revoke TOKEN-OR-ID`. */
export const token: Command = async ([action, ...args]) => {
  if (action === 'create') return create(args);
  if (action === 'revoke') return revoke(args);
  throw new UsageError(
    'token create --name N --ability read|write [--team ID] [--rate-limit N] [--expires-at TIME], or token revoke TOKEN',
  );
};

function create(args: string[]): Promise<void> {
  const rateLimit = option(args, 'rate-limit');
  const input = {
    name: required(args, 'name'),
    ability: required(args, 'ability'),
    expiresAt: option(args, 'expires-at'),
    rateLimit: rateLimit === undefined ? undefined : Number(rateLimit),
  };
  return withInstallation(async ({ connection: { db } }) => {
    const team = await findTeam(db, option(args, 'team')).catch((error) => {
      throw error instanceof NotFoundError ? new UsageError('there is no such team') : error;
    });
    console.log(await createToken(db, team.id, input));
  });
}

function revoke(args: string[]): Promise<void> {
  const given = option(args, 'token') ?? option(args, 'id') ?? args.find((arg) => !arg.startsWith('--'));
  if (!given) throw new UsageError('token revoke takes the token or its id');
  return withInstallation(async ({ connection: { db } }) => {
    if (!(await revokeToken(db, given))) throw new UsageError('there is no such token');
  });
}
