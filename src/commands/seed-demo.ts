import { PEOPLE, seedTeam } from '../demo/seed.ts';
import { setUpTeam } from '../domain/automations/ready-made/set-up-team.ts';
import { bootstrap, findTeam } from '../domain/platform/teams.ts';
import { createScope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, UsageError, withInstallation } from './run.ts';

const LEAST = 100;
/** A few minutes' work. */
const MOST = 50_000;

/** `seed-demo [--team ID] [--people N]` gives a team a bakery with a year of campaigns, automations and orders. */
export const seedDemo: Command = async (args) => {
  const { option } = readArguments(args, { options: ['team', 'people'] });
  const people = Number(option('people') ?? PEOPLE);
  if (!Number.isInteger(people) || people < LEAST || people > MOST)
    throw new UsageError(`--people takes a number from ${LEAST} to ${MOST}`);
  await withInstallation(async ({ connection: { db }, outbound }, config) => {
    const token = await bootstrap(db, { secret: config.bootstrapToken, setUp: setUpTeam });
    const team = await findTeam(db, option('team')).catch(noSuch('team'));
    await seedTeam(createScope(db, team, WORKER), outbound, (line) => console.log(line), people);
    if (token) console.log(`Your first token, shown only once: ${token}`);
  });
};
