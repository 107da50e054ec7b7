import { parseArgs } from 'node:util';
import { UsageError } from './run.ts';

/** The arguments of a command. */
export interface Arguments {
  /** The positional arguments, in order. */
  words: string[];
  /** The value of `--name value` or `--name=value`; the last one wins. Undefined when absent. */
  option(name: string): string | undefined;
  /** Like `option`, but throws UsageError when absent. */
  required(name: string): string;
  /** Whether `--name` was given. */
  has(name: string): boolean;
}

interface Accepted {
  options?: readonly string[];
  /** Options without a value. */
  switches?: readonly string[];
  /** How many positional arguments are allowed. */
  words?: number;
}

/** Parses the arguments of a command. Throws UsageError for an unknown option, which is never ignored. */
export function readArguments(args: string[], { options = [], switches = [], words = 0 }: Accepted): Arguments {
  const { values, positionals } = parsed(args, options, switches);
  if (positionals.length > words) throw new UsageError(`"${positionals[words]}" is an unexpected argument`);
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

/**
 * Shortens Node's message to one line: the problem, and the advice for values that begin with a dash. Drops the advice for
 * positional arguments.
 */
function inALine(message: string): string {
  const lines = message.split('\n');
  return lines.length > 1 ? `${lines[0]} ${lines.at(-1)}` : (message.split('. To specify a positional')[0] as string);
}
