import { parseArgs } from 'node:util';
import { UsageError } from './run.ts';

/** What a command was called with. */
export interface Arguments {
  /** What stands by itself, in order. */
  alone: string[];
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
  /** How many may stand by themselves. */
  alone?: number;
}

/** Reads what a command was called with. Throws UsageError for anything that it does not know, rather than do without. */
export function readArguments(args: string[], { options = [], switches = [], alone = 0 }: Known): Arguments {
  const { values, positionals } = parsed(args, options, switches);
  if (positionals.length > alone) throw new UsageError(`"${positionals[alone]}" is one word too many`);
  const option = (name: string) => values[name] as string | undefined;
  return {
    alone: positionals,
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
    const [said] = (error as Error).message.split(/\.\s/); // what follows is advice for other programs
    throw new UsageError(said as string);
  }
}
