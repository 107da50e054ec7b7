import type { Log } from '../log.ts';
import { connectForLongWork } from './long-work.ts';
import { findPending } from './migration-history.ts';
import { readMigrations } from './migrations.ts';

const DAY_SECONDS = 86_400;

/**
 * Logs the age of the last known backup before a database with data is migrated. It never stops the migration, because processes that
 * restart by themselves must be able to start. Throws SetupError when the database is newer than this version.
 */
export async function logLastBackup(url: string, log: Log): Promise<void> {
  const client = await connectForLongWork(url);
  try {
    const migrations = (await findPending(client, await readMigrations(), log)).length;
    const { rows } = await client.query(
      `select to_regclass('public.teams') is not null as used, to_regclass('public.last_backups') is not null as notes`,
    );
    const [{ used, notes }] = rows;
    if (migrations === 0 || !used || (await client.query('select from teams limit 1')).rowCount === 0) return;
    const backups = notes ? 'last_backups' : '(select null::timestamptz as at) none';
    const last = await client.query<{ at: Date | null; seconds: number }>(
      `select max(at) as at, extract(epoch from now() - max(at))::float8 as seconds from ${backups}`,
    );
    const [{ at, seconds }] = last.rows as [{ at: Date | null; seconds: number }];
    if (at === null) {
      log.warn({ migrations }, 'applying migrations; without a backup there is no way back, and none is known');
      return;
    }
    const level = seconds > DAY_SECONDS ? 'warn' : 'info';
    log[level]({ migrations, lastBackup: at }, `applying migrations; the last known backup is ${ageOf(seconds)} old`);
  } finally {
    await client.end();
  }
}

function ageOf(seconds: number): string {
  const [count, unit] =
    seconds < 7_200
      ? [seconds / 60, 'minute']
      : seconds < 2 * DAY_SECONDS
        ? [seconds / 3_600, 'hour']
        : [seconds / DAY_SECONDS, 'day'];
  const whole = Math.max(0, Math.floor(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
