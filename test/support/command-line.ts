import { vi } from 'vitest';
import { runCommandLine } from '../../src/commands/command-line.ts';
import { withSecret } from './secret.ts';

/** The events a command listens to until its process ends. */
const EVENTS = ['SIGTERM', 'SIGINT', 'error'] as const;

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of ours to its end in this process, because a new process takes seconds to start. `env` overrides ours. */
export async function runHere(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const write = (lines: string[]) => (line: unknown) => void lines.push(`${line}\n`);
  const log = vi.spyOn(console, 'log').mockImplementation(write(stdout));
  const error = vi.spyOn(console, 'error').mockImplementation(write(stderr));
  const listening = EVENTS.map((event) => process.listeners(event as 'SIGINT'));
  for (const [name, value] of Object.entries(withSecret(env))) vi.stubEnv(name, value);
  try {
    const code = await runCommandLine(args);
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    vi.unstubAllEnvs();
    log.mockRestore();
    error.mockRestore();
    for (const [index, event] of EVENTS.entries()) {
      for (const listener of process.listeners(event as 'SIGINT')) {
        if (!listening[index]!.includes(listener)) process.off(event, listener);
      }
    }
  }
}
