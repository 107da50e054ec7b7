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
  'openapi-typescript': ['typed-fetch.ts'],
};

test.each(GENERATORS)('%s generates a client that compiles in strict TypeScript', async (generator) => {
  const { folder, close } = await generate(generator, description, PROGRAMS[generator]);
  onTestFinished(close);
  expect((await readdir(folder)).filter((name) => name.startsWith('client'))).toHaveLength(1);
  expect(await complaints(folder)).toBe('');
  if (generator !== 'hey-api') return;
  expect(await runProgram(folder, 'shop.ts', { TOKEN })).toBe('The shop is open.');
});
