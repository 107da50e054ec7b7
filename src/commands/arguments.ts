import { parseArgs } from 'node:util';
import { UsageError } from './run.ts';

/** What a command was called with. */
export interface Arguments {
  /** What stands by itself, in order. */
  words: string[];
  /** The value of `--name value` or `--name=value`, the last of several; undefined when it is not there. */
  option(name: string): string | undefined;
  /** The same, where the command cannot do without it. Throws UsageError. */
  required(name: string): string;
  /** Whether `--name` is there. */
  has(name: string): boolean;
}

interface Known {
  options?: readonly string[];
  /** Those that take no value. */
  switches?: readonly string[];
  /** How many words may stand by themselves. */
  words?: number;
}

/** Reads what a command was called with. Throws UsageError for anything that it does not know, rather than do without. */
export function readArguments(args: string[], { options = [], switches = [], words = 0 }: Known): Arguments {
  const { values, positionals } = parsed(args, options, switches);
  if (positionals.length > words) throw new UsageError(`"${positionals[words]}" is one word too many`);
  const option = (name: string) => values[name] as string | undefined;
  return {
    words: positionals,
    option,
    required: (name) => {
      const value = option(name);
      if (!value) throw new UsageError(`--${name} is missing`);
      return value;
    },
    has: (name) => values[name] === true,
  };
}

interface Parsed {
  values: Record<string, unknown>;
  positionals: string[];
}

function parsed(args: string[], options: readonly string[], switches: readonly string[]): Parsed {
  const known = Object.fromEntries([
    ...options.map((name) => [name, { type: 'string' as const }]),
    ...switches.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError(inALine((error as Error).message));
  }
}

/** What is wrong, and what to do about a value that begins with a dash. That a word may begin with one is beside the point. */
function inALine(message: string): string {
  const lines = message.split('\n');
  return lines.length > 1 ? `${lines[0]} ${lines.at(-1)}` : (message.split('. To specify a positional')[0] as string);
}
