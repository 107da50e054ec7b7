import { setFlagsFromString } from 'node:v8';
import { type Command, UsageError } from './commands/run.ts';
import { SetupError } from './config.ts';
import { ValidationError } from './errors.ts';

// By default V8 lets garbage grow to several times the live heap before it collects: 300 MB during an import.
setFlagsFromString('--heap-growing-percent=70');

/** Each command is loaded on demand: a command that prints a token does not wait for the whole server to load. */
const COMMANDS = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./commands/serve.ts')).serve],
  ['work', async () => (await import('./commands/serve.ts')).work],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrate],
  ['token', async () => (await import('./commands/token.ts')).token],
  ['team', async () => (await import('./commands/team.ts')).team],
  ['field', async () => (await import('./commands/field.ts')).field],
  ['import', async () => (await import('./commands/import.ts')).importFile],
  ['seed-demo', async () => (await import('./commands/seed-demo.ts')).seedDemo],
]);

const [name = 'serve', ...args] = process.argv.slice(2);

try {
  const load = COMMANDS.get(name);
  if (!load) throw new UsageError(`there is no command "${name}": ${[...COMMANDS.keys()].join(', ')}`);
  const command = await load();
  await command(args);
  process.exitCode = 0;
} catch (error) {
  // One line for mistakes the operator can fix; the whole error, with its stack, for bugs.
  const known = error instanceof SetupError || error instanceof ValidationError;
  console.error(known ? `tidings: ${(error as Error).message}` : error);
  process.exitCode = 1;
}
