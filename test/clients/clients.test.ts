import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { endAll } from '../support/processes.ts';
import { type Server, startServer, TOKEN } from '../support/server.ts';
import { complaints, GENERATORS, type Generator, generate, runProgram } from './generators.ts';

let server: Server;
let description: object;
beforeAll(async () => {
  server = await startServer();
  description = (await (await fetch(`${server.url}/openapi.json`)).json()) as object;
});
afterAll(endAll);

const PROGRAMS: Partial<Record<Generator, string[]>> = {
  'hey-api': ['shop.ts'],
  orval: ['uploads.ts'],
  'openapi-typescript': ['typed-fetch.ts'],
};

/** The programs that use the server, and what they print. */
const RUN: Partial<Record<Generator, { program: string; prints: string }>> = {
  'hey-api': { program: 'shop.ts', prints: 'The shop is open.' },
  orval: { program: 'uploads.ts', prints: 'The people are imported.' },
};

test.each(GENERATORS)('%s generates a client that compiles in strict TypeScript', async (generator) => {
  const { folder, close } = await generate(generator, description, PROGRAMS[generator]);
  onTestFinished(close);
  expect((await readdir(folder)).filter((name) => name.startsWith('client'))).toHaveLength(1);
  expect(await complaints(folder)).toBe('');
  const { program, prints } = RUN[generator] ?? {};
  if (program) expect(await runProgram(folder, program, { TOKEN })).toBe(prints);
});
