import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printed } from './printed.ts';

const HERE = import.meta.dirname;

/** Strict, like a careful user's project. Libraries are not checked. */
const COMPILER = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
    types: ['node'],
    typeRoots: [join(HERE, '../../node_modules/@types')],
  },
  include: ['**/*.ts'],
};

const KUBB = `
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './client', clean: true },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })],
});
`;

/** How each generator writes a client from openapi.json to the folder `client`. */
const COMMANDS = {
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'client', '-c', '@hey-api/client-fetch'],
  orval: ['orval', '--config', 'orval.config.ts'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'client.ts'],
} as const;

export type Generator = keyof typeof COMMANDS;
export const GENERATORS = Object.keys(COMMANDS) as Generator[];

/** A new folder for a user's project in strict TypeScript. It ends with `close`. */
export async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  await symlink(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'shop', type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
  return { folder, close: () => rm(folder, { recursive: true }) };
}

/** Generates a client into a new folder, beside the given programs. The folder ends with `close`. */
export async function generate(generator: Generator, description: object, programs: readonly string[] = []) {
  const { folder, close } = await emptyFolder();
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(description));
  await writeFile(join(folder, 'kubb.config.mjs'), KUBB);
  const orval = printed('**orval** sends a form');
  await writeFile(join(folder, 'orval.config.ts'), orval.replace(/https:[^']*/, './openapi.json'));
  for (const program of programs) {
    const text = await readFile(join(HERE, 'programs', program), 'utf8');
    await writeFile(join(folder, program), text.replace('/* The recipe of hey-api */', printed('**hey-api** sends')));
  }
  const [command, ...args] = COMMANDS[generator];
  await runIn(folder, join(HERE, 'node_modules/.bin', command), args);
  return { folder, close };
}

/** What the compiler of the generated client's user complains about, with more options if given. */
export const complaints = (folder: string, ...options: string[]): Promise<string> =>
  runIn(folder, join(HERE, 'node_modules/.bin/tsc'), ['-p', '.', ...options]);

/** Runs a program of a folder; returns its output. */
export const runProgram = (folder: string, program: string, env: Record<string, string>): Promise<string> =>
  runIn(folder, join(HERE, '../../node_modules/.bin/tsx'), [program], env);

/** Runs a program in a folder. Returns its output, and throws with it when the program cannot start. */
async function runIn(folder: string, command: string, args: readonly string[], env: Record<string, string> = {}) {
  const settings = { cwd: folder, env: { ...process.env, ...env, DO_NOT_TRACK: '1' }, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)(command, args, settings);
  const { stdout, stderr } = await run.catch((error) => {
    if (!error.stdout && !error.stderr) throw error; // it did not start, or failed without a word
    return error;
  });
  return `${stdout}${stderr}`.trim();
}
