import { SetupError } from '../config.ts';
import { ValidationError } from '../errors.ts';
import { type Command, UsageError } from './run.ts';

/** Each command is loaded on demand: a command that prints a token does not wait for the whole server to load. */
const COMMANDS = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./serve.ts')).serve],
  ['work', async () => (await import('./serve.ts')).work],
  ['migrate', async () => (await import('./migrate.ts')).migrate],
  ['token', async () => (await import('./token.ts')).token],
  ['team', async () => (await import('./team.ts')).team],
  ['field', async () => (await import('./field.ts')).field],
  ['import', async () => (await import('./import.ts')).importFile],
  ['backup', async () => (await import('./backup.ts')).backup],
  ['restore', async () => (await import('./restore.ts')).restore],
  ['seed-demo', async () => (await import('./seed-demo.ts')).seedDemo],
]);

/** Runs the command that the arguments name, `serve` when they name none. Prints what goes wrong; returns the exit code. */
export async function runCommandLine([name = 'serve', ...args]: readonly string[]): Promise<number> {
  try {
    const load = COMMANDS.get(name);
    if (!load) throw new UsageError(`there is no command "${name}": ${[...COMMANDS.keys()].join(', ')}`);
    const command = await load();
    await command(args);
    return 0;
  } catch (error) {
    // One line for mistakes the operator can fix; the whole error, with its stack, for bugs.
    const known = error instanceof SetupError || error instanceof ValidationError;
    console.error(known ? `tidings: ${(error as Error).message}` : error);
    return 1;
  }
}
