/** `npm run sbom` writes `dist/sbom.json`: all packages that a running server may load, with versions, licences and hashes (CycloneDX). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, process.argv[2] ?? 'dist/sbom.json');

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
}
interface Sbom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

// npm's own --omit=dev leaves out packages that both kinds of dependencies need.
const made = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: 100_000_000 },
});
const sbom = JSON.parse(made) as Sbom;
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean }>;
};
const needed = new Set(
  Object.entries(lock.packages).flatMap(([path, { version, dev }]) =>
    dev ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
  ),
);
const isNeeded = (ref: string) => needed.has(ref) || ref === sbom.metadata.component['bom-ref'];
sbom.metadata.component.name = 'tidings'; // npm names it after the folder
sbom.components = sbom.components.filter(({ name, version }) => needed.has(`${name}@${version}`));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => isNeeded(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isNeeded) }));
mkdirSync(join(FILE, '..'), { recursive: true });
writeFileSync(FILE, `${JSON.stringify(sbom, null, 1)}\n`);
console.log(`${sbom.components.length} packages are in ${FILE.slice(ROOT.length + 1)}.`);
