/**
 * How a build of the server is placed beside earlier ones in dist/builds, with all its files, so that a running server keeps them
 * while `npm ci` replaces everything around it (docs/adr/0163-a-server-keeps-its-files.md).
 */
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bringLibraries } from './libraries.config.ts';

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');
const BUILDS = join(DIST, 'builds');

/** The folder of this build. Names sort by time. */
export const buildFolder = join(BUILDS, `${Date.now().toString(36)}-${process.pid}`);

/** How many builds stay, besides those in use by a process. */
const KEPT = 3;

/** Completes the build, and makes `dist/main.js` start it from now on. */
export const besideOthers = (): Plugin => ({
  name: 'beside-others',
  writeBundle() {
    for (const folder of ['migrations', 'functions'])
      cpSync(join(ROOT, 'prisma', folder), join(buildFolder, folder), { recursive: true });
    bringLibraries(ROOT, buildFolder);
    const entry = join(DIST, `main.${process.pid}.js`);
    writeFileSync(entry, `import './builds/${buildFolder.slice(BUILDS.length + 1)}/main.js';\n`);
    renameSync(entry, join(DIST, 'main.js'));
    removeOld();
  },
});

/** Earlier versions built into `dist` itself: deletes their files too. */
function removeOld(): void {
  for (const name of readdirSync(DIST)) {
    if (!['dashboard', 'builds', 'main.js'].includes(name)) rmSync(join(DIST, name), { recursive: true });
  }
  const old = readdirSync(BUILDS).sort().slice(0, -KEPT);
  for (const folder of old.map((name) => join(BUILDS, name))) {
    if (!isUsed(folder)) rmSync(folder, { recursive: true });
  }
}

/** Whether a living process has recorded its use (src/database/own-build.ts). */
function isUsed(folder: string): boolean {
  const users = join(folder, 'users');
  return existsSync(users) && readdirSync(users).some((pid) => isAlive(Number(pid)));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
