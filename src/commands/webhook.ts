import { findTeam } from '../domain/platform/teams.ts';
import { replaceStepSecret, stepSecrets } from '../domain/webhooks/step-secrets.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

/** `webhook secret [--team ID] [--replace]` prints the secrets that sign deliveries of automations, the newest first. */
export const webhook: Command = async ([action, ...args]) => {
  if (action !== 'secret') throw wrongCall('webhook');
  const { option, has } = readArguments(args, { options: ['team'], switches: ['replace'] });
  await withInstallation(async ({ connection: { db }, vault }) => {
    const team = await findTeam(db, option('team')).catch(noSuch('team'));
    const secrets = await (has('replace') ? replaceStepSecret : stepSecrets)(db, vault, team.id);
    console.log(secrets.join('\n'));
  });
};
