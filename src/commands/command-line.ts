import { SetupError } from '../config.ts';
import { version } from '../domain/platform/version.ts';
import { ValidationError } from '../errors.ts';
import { type Command, UsageError } from './run.ts';
import { usageOf } from './usage.ts';

/** Each command is loaded on demand: a command that prints a token does not wait for the whole server to load. */
const COMMANDS = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./start.ts')).start],
  ['serve', async () => (await import('./serve.ts')).serve],
  ['work', async () => (await import('./serve.ts')).work],
  ['migrate', async () => (await import('./migrate.ts')).migrate],
  ['token', async () => (await import('./token.ts')).token],
  ['team', async () => (await import('./team.ts')).team],
  ['member', async () => (await import('./member.ts')).member],
  ['field', async () => (await import('./field.ts')).field],
  ['webhook', async () => (await import('./webhook.ts')).webhook],
  ['campaign', async () => (await import('./campaign.ts')).campaign],
  ['automation', async () => (await import('./automation.ts')).automation],
  ['import', async () => (await import('./import.ts')).importFile],
  ['backup', async () => (await import('./backup.ts')).backup],
  ['restore', async () => (await import('./restore.ts')).restore],
  ['upgrade-database', async () => (await import('./upgrade-database.ts')).upgradeDatabase],
  ['secret', async () => (await import('./secret.ts')).secret],
  ['documents', async () => (await import('./documents.ts')).documents],
  ['jobs', async () => (await import('./jobs.ts')).jobs],
  ['distribute', async () => (await import('./distribute.ts')).distribute],
  ['seed-demo', async () => (await import('./seed-demo.ts')).seedDemo],
]);

/** Runs the command named by the first argument, by default `serve`. Prints errors; returns the exit code. */
export async function runCommandLine([name = 'serve', ...args]: readonly string[]): Promise<number> {
  const asked = [name, ...args];
  if (asked.includes('--version')) return print(version());
  if (name === 'help' || asked.includes('--help') || asked.includes('-h')) return print(usageOf(name));
  try {
    const load = COMMANDS.get(name);
    if (!load) throw new UsageError(`there is no command "${name}": ${[...COMMANDS.keys()].join(', ')} (see --help)`);
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

function print(text: string): number {
  console.log(text);
  return 0;
}
