import { migrate } from './commands/migrate.ts';
import { type Command, UsageError } from './commands/run.ts';
import { seedDemo } from './commands/seed-demo.ts';
import { serve, work } from './commands/serve.ts';
import { team } from './commands/team.ts';
import { token } from './commands/token.ts';
import { SetupError } from './config.ts';
import { ValidationError } from './errors.ts';

const COMMANDS: Record<string, Command> = { serve, work, migrate, token, team, 'seed-demo': seedDemo };

const [name = 'serve', ...args] = process.argv.slice(2);

try {
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`there is no command "${name}": ${Object.keys(COMMANDS).join(', ')}`);
  await command(args);
  process.exitCode = 0;
} catch (error) {
  // One clear line for what whoever runs this can mend; the whole error for what only we can.
  const known = error instanceof SetupError || error instanceof ValidationError;
  console.error(known ? `tidings: ${(error as Error).message}` : error);
  process.exitCode = 1;
}
