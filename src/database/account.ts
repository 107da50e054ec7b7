import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system account PostgreSQL runs under: it refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** The account the database needs when this process is root (`postgres`, else `nobody`); undefined when it is not root. */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  return accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
}

/** Whether the account may pass through a directory and every one above it. No account: this process, which may. */
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

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}
