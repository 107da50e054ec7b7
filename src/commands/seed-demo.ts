import { seedTeam } from '../demo/seed.ts';
import { setUpTeam } from '../domain/automations/ready-made/set-up-team.ts';
import { bootstrap, findTeam } from '../domain/platform/teams.ts';
import { createScope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, withInstallation } from './run.ts';

/** `seed-demo [--team ID]` adds lists, subscribers, templates, e-mails and events of a shop to a team. */
export const seedDemo: Command = async (args) => {
  const { option } = readArguments(args, { options: ['team'] });
  await withInstallation(async ({ connection: { db } }, config) => {
    const token = await bootstrap(db, { secret: config.bootstrapToken, setUp: setUpTeam });
    const team = await findTeam(db, option('team')).catch(noSuch('team'));
    await seedTeam(createScope(db, team, WORKER), (line) => console.log(line));
    if (token) console.log(`Your first token, shown only once: ${token}`);
  });
};
