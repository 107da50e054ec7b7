/** The libraries that a build of the server includes. */
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Not needed at run time. */
const LEFT_OUT = /\.(map|md|ts|mts|cts|flow)$/;

/**
 * Puts the libraries that the server uses from the checkout at `root` into `folder`/node_modules, at the same paths. They are
 * hard links: they take no extra space, and stay when npm replaces its own. On another file system they are copies.
 */
export function bringLibraries(root: string, folder: string): void {
  const { dependencies, optionalDependencies } = read(root);
  const found = new Set<string>();
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(name, root, { root, found });
  for (const path of found) link(path, join(folder, relative(root, path)));
}

const read = (path: string): Package => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

/** Adds the package that `name` means within the package at `from`, and its dependencies. An optional one may be missing. */
function add(name: string, from: string, { root, found }: { root: string; found: Set<string> }): void {
  const path = find(name, from, root);
  if (!path || found.has(path)) return;
  found.add(path);
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = read(path);
  const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
  for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    add(needed, path, { root, found });
  }
}

/** Resolves a package as Node does. */
function find(name: string, from: string, root: string): string | undefined {
  const path = join(from, 'node_modules', name);
  if (existsSync(join(path, 'package.json'))) return path;
  return from === root ? undefined : find(name, dirname(from), root);
}

/**
 * Without the packages that npm nests in it, which are found separately. A folder of that name further down is the library's own.
 */
function link(from: string, to: string, nested = 'node_modules'): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== nested) link(source, target, '');
    } else if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
    } else if (!LEFT_OUT.test(entry.name)) {
      linkOrCopy(source, target);
    }
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}
