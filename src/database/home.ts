import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { type Account, canEnter, databaseAccount } from './account.ts';

/** Where installations of root live whose own place the database's account cannot enter. */
const SHARED = '/var/lib/tidings';

/** The directory of our package.json, whether this file runs from src/ or from dist/. */
export function checkoutRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory);
  return directory;
}

/**
 * Where the installation keeps its files, created when missing: DATA_DIR, else `.data` in the checkout, else, as root
 * in a checkout that the database's account cannot enter, a folder under /var/lib/tidings named after the checkout.
 * The folder lets that account pass and nobody else; what is secret in it needs mode 0600 of its own.
 */
export function dataHome(config: Pick<Config, 'dataDir'>): string {
  if (config.dataDir) return privateFolder(config.dataDir, databaseAccount(config.dataDir));
  const root = checkoutRoot();
  const home = join(root, '.data');
  const account = databaseAccount(home);
  if (!canEnter(account, root)) return sharedFolder(root);
  return canEnter(account, privateFolder(home, account)) ? home : sharedFolder(root);
}

/** The home itself, or, when it lies where the account cannot follow, a folder named after it for the database alone. */
export function databaseHome(home: string): string {
  const account = databaseAccount(home);
  return canEnter(account, privateFolder(home, account)) ? home : sharedFolder(home);
}

/**
 * Creates a folder that only this process may read and the account may pass through. A folder with files in it is
 * somebody's: its permissions stay as they are.
 */
export function privateFolder(path: string, account: Account | undefined): string {
  const created = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!account || readdirSync(path).length > 0) return path;
  for (let folder = path; !canEnter(account, path); folder = dirname(folder)) {
    chownSync(folder, process.getuid!(), account.gid);
    chmodSync(folder, 0o710);
    if (folder === (created ?? path)) break;
  }
  return path;
}

/** Two clones never share: the name carries a hash of the full path. */
function sharedFolder(named: string): string {
  const hash = createHash('sha256').update(named).digest('hex').slice(0, 10);
  const folder = join(sharedRoot(), `${basename(named)}-${hash}`);
  return privateFolder(folder, databaseAccount(folder));
}

/** The folder of all installations of root: everybody may pass, only root may look around. */
export function sharedRoot(): string {
  if (!existsSync(SHARED)) {
    mkdirSync(SHARED, { recursive: true });
    chmodSync(SHARED, 0o711);
  }
  return SHARED;
}
