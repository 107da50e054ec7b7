import { createTeam, setTeamStatus } from '../domain/platform/teams.ts';
import { NotFoundError } from '../errors.ts';
import { type Command, option, required, UsageError, withInstallation } from './run.ts';

const STATUS = { suspend: 'suspended', resume: 'active' } as const;

/** `team create --name N` prints the team's id and its first token, one a line; `team suspend|resume --team ID`. */
export const team: Command = async ([action, ...args]) => {
  if (action === 'create') return create(args);
  if (action === 'suspend' || action === 'resume') return setStatus(STATUS[action], args);
  throw new UsageError('team create --name N [--from-email A] [--from-name N], or team suspend|resume --team ID');
};

function create(args: string[]): Promise<void> {
  const input = {
    name: required(args, 'name'),
    fromEmail: option(args, 'from-email'),
    fromName: option(args, 'from-name'),
  };
  return withInstallation(async ({ connection: { db } }) => {
    const { id, token } = await createTeam(db, input);
    console.log(`${id}\n${token}`);
  });
}

function setStatus(status: 'active' | 'suspended', args: string[]): Promise<void> {
  const id = required(args, 'team');
  return withInstallation(({ connection: { db } }) =>
    setTeamStatus(db, id, status).catch((error) => {
      throw error instanceof NotFoundError ? new UsageError('there is no such team') : error;
    }),
  );
}
