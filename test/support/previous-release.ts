import { execFileSync } from 'node:child_process';
import { checkoutRoot } from '../../src/database/home.ts';

/**
 * The commit of the release before this version: PREVIOUS_RELEASE, else the newest tag before this commit, else the last commit
 * without the newest migration. Undefined without the history, as in a shallow clone or an archive.
 */
export function previousRelease(): string | undefined {
  const tagged = () => git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  const named = process.env.PREVIOUS_RELEASE ?? tagged() ?? beforeNewestMigration();
  return named && git('rev-parse', '--verify', '--quiet', `${named}^{commit}`);
}

function beforeNewestMigration(): string | undefined {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'prisma/migrations');
  return newest && `${newest}^`;
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: checkoutRoot(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
