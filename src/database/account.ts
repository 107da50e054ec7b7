import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The system account PostgreSQL runs under: it refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account for a database under `home` when this process runs as root: the owner of existing files, else `postgres`,
 * else `nobody`. Undefined when this process is not root, or when neither account exists.
 */
export function databaseAccount(home: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const path of [join(home, 'postgresql', 'data'), home]) {
    const owner = statSync(path, { throwIfNoEntry: false });
    if (owner?.uid) return { uid: owner.uid, gid: owner.gid };
  }
  const accounts = readAccounts();
  return accounts.get('postgres') ?? accounts.get('nobody');
}

/** Whether the account can enter a directory and all its parents. Without an account: true, because this process can. */
export function canEnter(account: Account | undefined, directory: string): boolean {
  if (!account) return true;
  for (let path = directory; ; path = dirname(path)) {
    if (!mayPass(account, path)) return false;
    if (path === dirname(path)) return true;
  }
}

function mayPass(account: Account, directory: string): boolean {
  const { mode, uid, gid } = statSync(directory);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function readAccounts(): Map<string, Account> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':')).filter(({ length }) => length >= 4);
  return new Map(fields.map(([name, , uid, gid]) => [name!, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]));
}
