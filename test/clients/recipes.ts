import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyFolder } from './generators.ts';

const HERE = import.meta.dirname;
/** As in .ci/run, which installs its packages. */
export const PYTHON = process.env.PYTHON ?? 'python3';

/** A program of a recipe: other parts come before and after the printed code. */
export interface Recipe {
  file: string;
  before?: string;
  code: string;
  after?: string;
}

/** Writes the programs into a new folder, with the address of a server instead of the printed one. It ends with `close`. */
export async function writeRecipes(recipes: readonly Recipe[], address: string) {
  const opened = await emptyFolder();
  const there = new URL(address).host;
  for (const { file, before = '', code, after = '' } of recipes) {
    const text = [before, code, after].join('\n').replaceAll(/(https|wss):\/\/mail\.shop\.example/g, (_, protocol) => {
      return `${protocol === 'wss' ? 'ws' : 'http'}://${there}`;
    });
    await writeFile(join(opened.folder, file), text.replaceAll('http://localhost:4000', address));
  }
  await writeFile(join(opened.folder, 'prelude.ts'), await readFile(join(HERE, 'programs/prelude.ts'), 'utf8'));
  return opened;
}

const COMMANDS: Record<string, string[]> = {
  ts: [join(HERE, '../../node_modules/.bin/tsx')],
  py: [PYTHON],
  sh: ['bash', '-e'],
};

/** A running program: the lines that it has printed, and its end. */
export function start(folder: string, file: string, env: Record<string, string>) {
  const [command, ...args] = COMMANDS[file.split('.').at(-1)!] as [string, ...string[]];
  const child = spawn(command, [...args, file], { cwd: folder, env: { ...process.env, ...env } });
  const program = { lines: [] as string[], errors: '', ended: undefined as number | null | undefined, stop: () => {} };
  program.stop = () => child.kill();
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
    program.lines = text.split('\n').slice(0, -1);
  });
  child.stderr.on('data', (chunk) => {
    program.errors += chunk;
  });
  child.on('close', (code) => {
    program.ended = code;
  });
  return program;
}
