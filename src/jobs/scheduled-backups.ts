import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { momentOf } from '../database/backup/retention.ts';
import { type Database, run, sql } from '../database/connect.ts';
import { newestBuild } from '../database/own-build.ts';
import type { Log } from '../log.ts';
import { openBackupStorage } from '../storage/backup-storage.ts';
import type { BackupSettings } from '../validation/backup-settings.ts';
import { repeat } from './repeat.ts';

/** Held by the session that makes a scheduled backup. */
export const SCHEDULED_BACKUP_LOCK = 7_402_122;

/** The output of a process that finds another one making the backup. */
export const ALREADY_MAKING = 'Another process is making the backup.';

const LOOK_MS = 60_000;
const AGAIN_MS = 15 * 60_000;
/** How long an interrupted backup may take to end. */
const LAST_MS = 4_000;
const DAY_MS = 86_400_000;

/**
 * Makes a backup every day in a separate process, unless BACKUP_AT is off. Of all processes that run this, one makes it. A failed
 * backup is retried after a quarter of an hour. Returns a function that stops it, and a running backup.
 */
export function startScheduledBackups(db: Database, backup: BackupSettings, log: Log): () => Promise<void> {
  const { minute } = backup;
  if (minute === undefined) return async () => {};
  const stopping = new AbortController();
  let pause = LOOK_MS;
  let done = -Infinity;
  const stop = repeat(
    () => pause,
    async () => {
      pause = LOOK_MS;
      const moment = lastMoment(minute, Date.now());
      if (moment <= done || stopping.signal.aborted) return;
      try {
        if (await isMade(moment, backup)) done = moment;
        else if (!(await isBeingMade(db))) {
          const output = await makeIt(stopping.signal);
          if (output !== ALREADY_MAKING) log.info({ said: output }, 'made the scheduled backup');
        }
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ reason: (error as Error).message }, 'the scheduled backup failed; trying again');
        pause = AGAIN_MS;
      }
    },
  );
  return () => {
    stopping.abort();
    return stop();
  };
}

/** The latest time at this many minutes after midnight, UTC. */
export function lastMoment(minute: number, now: number): number {
  const today = now - (now % DAY_MS) + minute * 60_000;
  return today <= now ? today : today - DAY_MS;
}

async function isMade(moment: number, { to }: BackupSettings): Promise<boolean> {
  const backups = openBackupStorage(to);
  try {
    return (await backups.list()).some((name) => (momentOf(name)?.getTime() ?? 0) >= moment);
  } finally {
    backups.close();
  }
}

async function isBeingMade(db: Database): Promise<boolean> {
  const held = await run(
    db,
    sql`select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and l.objid = ${SCHEDULED_BACKUP_LOCK}::int and l.granted`,
  );
  return held.length > 0;
}

/** Runs in a separate process: packing millions of rows would block this one. Returns the output. */
function makeIt(signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const entry = join(newestBuild() ?? '', 'main.js');
    const child = spawn(process.execPath, [entry, 'backup', '--scheduled'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text;
    });
    const end = () => {
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), LAST_MS).unref(); // the next backup removes its leftovers
    };
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      if (code === 0) resolve(output.trim());
      else reject(new Error(complaint.trim().replace(/^tidings: /, '') || `it ended with ${code}`));
    });
  });
}
