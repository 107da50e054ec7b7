import { setUpTeam } from '../domain/automations/ready-made/set-up-team.ts';
import { createTeam, setTeamStatus } from '../domain/platform/teams.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

const STATUS = { suspend: 'suspended', resume: 'active' } as const;

/** `team create --name N` prints the team's id and its first token, one per line; `team suspend|resume --team ID`. */
export const team: Command = async ([action, ...args]) => {
  if (action === 'create') return create(args);
  if (action === 'suspend' || action === 'resume') return setStatus(STATUS[action], args);
  throw wrongCall('team');
};

function create(args: string[]): Promise<void> {
  const { option, required } = readArguments(args, { options: ['name', 'from-email', 'from-name'] });
  const input = { name: required('name'), fromEmail: option('from-email'), fromName: option('from-name') };
  return withInstallation(async ({ connection: { db } }) => {
    const { id, token } = await createTeam(db, input, { setUp: setUpTeam });
    console.log(`${id}\n${token}`);
  });
}

function setStatus(status: 'active' | 'suspended', args: string[]): Promise<void> {
  const id = readArguments(args, { options: ['team'] }).required('team');
  return withInstallation(({ connection: { db } }) => setTeamStatus(db, id, status).catch(noSuch('team')));
}
