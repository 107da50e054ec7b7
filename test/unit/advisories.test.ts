import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let server: Server | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-advisories-'));
});
afterEach(() => void server?.close());
afterAll(() => rm(folder, { recursive: true }));

/** A registry whose advisory database knows these. Undefined: it has none. */
async function registry(advisories?: Record<string, object[]>): Promise<string> {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (!advisories || request.method !== 'POST') response.writeHead(advisories ? 404 : 405).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(advisories));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Runs the check against this registry and returns its output. */
async function check(address: string, known: object[] = []): Promise<{ code: number; said: string }> {
  const file = join(folder, 'known.json');
  await writeFile(file, JSON.stringify(known));
  const env = {
    ...process.env,
    npm_config_registry: address,
    npm_config_cache: await mkdtemp(join(folder, 'cache-')),
    npm_config_fetch_retries: '0',
  };
  return new Promise((resolve) => {
    const script = join(ROOT, 'scripts/check-advisories.ts');
    execFile(process.execPath, ['--import', 'tsx', script, file], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

const about = (severity: string, id = 'GHSA-aaaa-bbbb-cccc') => ({
  ...{ id: 1, url: `https://advisories.example/${id}`, title: 'Everything is readable', severity },
  ...{ vulnerable_versions: '>=0', cwe: [], cvss: { score: 9, vectorString: null } },
});
const WHY = 'We never call the part that is concerned.';

test('a serious advisory about one of our packages fails with its name', async () => {
  const { code, said } = await check(await registry({ undici: [about('high')] }));
  expect(said).toMatch(/^undici >=0: high, Everything is readable \(GHSA-aaaa-bbbb-cccc\)$/m);
  expect([code, said.includes('127.0.0.1')]).toEqual([1, false]);
});

test('a known advisory passes until its end date, and others fail', async () => {
  const both = { undici: [about('critical'), { ...about('high', 'GHSA-dddd-eeee-ffff'), id: 2 }] };
  const known = { id: 'GHSA-aaaa-bbbb-cccc', reason: WHY, until: '2099-01-01' };
  const address = await registry(both);
  const first = await check(address, [known]);
  expect(first.said).toContain('GHSA-dddd-eeee-ffff');
  expect([first.code, first.said.includes('GHSA-aaaa')]).toEqual([1, false]);
  expect((await check(address, [known, { ...known, id: 'GHSA-dddd-eeee-ffff' }])).code).toBe(0);
  expect((await check(address, [{ ...known, until: '2020-01-01' }])).said).toContain('GHSA-aaaa-bbbb-cccc');
});

test('a moderate advisory and an empty list pass', async () => {
  const { code, said } = await check(await registry({ undici: [about('moderate')] }));
  expect([code, said]).toEqual([0, 'No serious advisory about our packages is known.\n']);
  server?.close();
  expect((await check(await registry({}))).code).toBe(0);
});

test.each([
  ['a registry without an advisory database', () => registry()],
  ['nothing', async () => 'http://127.0.0.1:1/'],
])('with %s, one line says that the check did not run', async (_, start) => {
  expect(await check(await start())).toEqual({
    ...{ code: 0, said: 'No advisory database answers here: the packages were not checked.\n' },
  });
});

test('a known advisory needs a reason', async () => {
  const { code } = await check(await registry({}), [{ id: 'GHSA-aaaa-bbbb-cccc', reason: '', until: '2099-01-01' }]);
  expect(code).toBe(1);
});
