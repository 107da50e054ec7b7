import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses?: unknown[];
  hashes?: unknown[];
}

let folder: string;
let components: Component[];
let dependencies: { ref: string; dependsOn: string[] }[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-sbom-'));
  const file = join(folder, 'sbom.json');
  execFileSync('npm', ['run', 'sbom', '--', relative(ROOT, file)], { cwd: ROOT });
  ({ components, dependencies } = read(file));
});
afterAll(() => rmSync(folder, { recursive: true }));

const { dependencies: direct, devDependencies } = read(join(ROOT, 'package.json'));

test('the SBOM lists every dependency of the server in its installed version', () => {
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  for (const [name, version] of Object.entries(direct)) expect(listed).toContain(`${name}@${version}`);
});

test('the SBOM lists indirect dependencies with licence and hash, and no build or test packages', () => {
  const names = new Set(components.map(({ name }) => name));
  const [seen, left] = [new Set<string>(), Object.keys(direct)];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    left.push(
      ...Object.keys(read(join(ROOT, 'package-lock.json')).packages[`node_modules/${name}`]?.dependencies ?? {}),
    );
  }
  expect([...seen].filter((name) => !names.has(name))).toEqual([]);
  expect(seen.size).toBeGreaterThan(200);
  for (const { name, hashes, purl } of components) {
    expect([name, hashes?.length]).toEqual([name, 1]);
    expect(purl).toMatch(/^pkg:npm\//);
  }
  for (const name of ['vitest', '@biomejs/biome', 'playwright-core']) {
    expect([name in devDependencies, names.has(name)]).toEqual([true, false]);
  }
  const refs = new Set(dependencies.map(({ ref }) => ref));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
