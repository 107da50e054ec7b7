import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, SetupError } from '../config.ts';
import { type Account, canEnter, databaseAccount } from './account.ts';

/** For root's installations in folders that the database's account cannot enter. */
const SHARED = '/var/lib/tidings';

let root: string | undefined;

/** The directory with our package.json, both from src/ and from dist/. It stays the same while an upgrade replaces its files. */
export function checkoutRoot(): string {
  root ??= packageAbove(dirname(fileURLToPath(import.meta.url)));
  return root;
}

function packageAbove(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  if (directory === dirname(directory)) throw new SetupError('The package.json of Tidings is missing: restore it');
  return packageAbove(dirname(directory));
}

/**
 * The folder of the installation's files, created when missing: DATA_DIR, else `.data` in the checkout. When root runs
 * a checkout that the database's account cannot enter, it is a folder under /var/lib/tidings named after the checkout.
 * Only this process and that account can enter the folder. Secret files in it still need mode 0600.
 */
export function dataHome(config: Pick<Config, 'dataDir'>): string {
  if (config.dataDir) return givenFolder(config.dataDir);
  const root = checkoutRoot();
  const home = join(root, '.data');
  const account = databaseAccount(home);
  if (!canEnter(account, root)) return sharedFolder(root);
  return canEnter(account, privateFolder(home, account)) ? home : sharedFolder(root);
}

/** Throws SetupError when the folder cannot be created or read. */
function givenFolder(path: string): string {
  try {
    return privateFolder(path, databaseAccount(path));
  } catch (error) {
    throw new SetupError(`DATA_DIR ${path} cannot be used (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** `home` itself, or, when the database's account cannot enter it, a shared folder named after it. */
export function databaseHome(home: string): string {
  const account = databaseAccount(home);
  return canEnter(account, privateFolder(home, account)) ? home : sharedFolder(home);
}

/**
 * Creates a folder that only this process can read and that the account can pass through. A folder that already has
 * files keeps its permissions.
 */
export function privateFolder(path: string, account: Account | undefined): string {
  const created = createFolders(path);
  if (!account || readdirSync(path).length > 0) return path;
  for (let folder = path; !canEnter(account, path); folder = dirname(folder)) {
    chownSync(folder, process.getuid!(), account.gid);
    chmodSync(folder, 0o710);
    if (folder === (created ?? path) || folder === dirname(folder)) break;
  }
  return path;
}

/**
 * Creates a folder and its parents, each for this process alone, and returns the topmost new one. Node's own `recursive` never
 * returns for an existing parent in which nothing can be created, such as /proc.
 */
function createFolders(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  const created = createFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
  return created ?? path;
}

/** The name contains a hash of the full path, so that two clones never share a folder. */
function sharedFolder(named: string): string {
  const hash = createHash('sha256').update(named).digest('hex').slice(0, 10);
  const folder = join(sharedRoot(), `${basename(named)}-${hash}`);
  return privateFolder(folder, databaseAccount(folder));
}

/** The parent folder of all root's installations. Every account can pass through it; only root can list it. */
export function sharedRoot(): string {
  if (!existsSync(SHARED)) {
    mkdirSync(SHARED, { recursive: true });
    chmodSync(SHARED, 0o711);
  }
  return SHARED;
}
