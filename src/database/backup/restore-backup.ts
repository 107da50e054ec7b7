import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SetupError } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Storage } from '../../storage/storage.ts';
import { addForeignKey, dropForeignKeys } from '../foreign-keys.ts';
import { connectForLongWork } from '../long-work.ts';
import { migrate } from '../migrate.ts';
import { changeTablesInTurn } from '../migrate-distributed.ts';
import { readMigrations } from '../migrations.ts';
import { type BackupHeader, countRows, type ReadingBackup, readBackup } from './backup-file.ts';
import { makeMonths } from './event-months.ts';
import { ExpectedTables } from './expected-tables.ts';
import { addJobs, createJobsTable, JOBS } from './jobs.ts';
import { MEDIA_FILES, readMediaRows, restoreMediaFiles } from './media-files.ts';
import { readTables } from './tables.ts';

interface Options extends ReadingBackup {
  log: Log;
  /** Receives the media files of the backup. */
  storage: Storage;
  /** Throws for a wrong secret. Called before anything is written. */
  checkSecret(header: BackupHeader): void;
  /** Stores the secret. Called once everything is loaded, before the commit. */
  withSecret(header: BackupHeader): Promise<void>;
  signal?: AbortSignal;
}

/** Restores only rows: the secret is not checked and does not change. */
export const LEAVE_SECRET = { checkSecret: () => {}, withSecret: async () => {} };

export interface BackupSummary extends BackupHeader {
  rows: number;
  /** Rows by table. */
  tables: Record<string, number>;
}

/** Reads a backup to its end without restoring it. Throws SetupError when it is damaged or newer than this version. */
export async function checkBackup(
  path: string,
  { progress, key, signal }: ReadingBackup & Pick<Options, 'signal'> = {},
): Promise<BackupSummary> {
  return read(
    path,
    { progress, key },
    {
      begin: async (header) => void (await migrationsUntil(header)),
      take: async ({ table }, rows) => {
        if (table === MEDIA_FILES.table) return readMediaRows(rows, async () => signal?.throwIfAborted());
        let count = 0;
        for await (const piece of rows) {
          signal?.throwIfAborted();
          count += countRows(piece);
        }
        return count;
      },
    },
  );
}

/**
 * Restores a backup into a database without teams, in one transaction. The whole file is checked before anything is written. The
 * database gets the structure of the backup; the caller then migrates it. Throws SetupError when the database is in use, or when
 * the backup is damaged or does not fit that structure.
 */
export async function restoreBackup(
  path: string,
  url: string,
  { log, storage, checkSecret, withSecret, progress, key, signal }: Options,
): Promise<BackupSummary> {
  const client = await connectForLongWork(url);
  try {
    await refuseUnlessEmpty(client);
    checkSecret(await checkBackup(path, { key, ...(signal && { signal }) }));
    let finish = async () => {};
    let expected = new ExpectedTables([]);
    let isLoaded = false;
    const loaded = async () => {
      if (isLoaded) return;
      isLoaded = true;
      expected.refuseUnlessAll();
      await finish();
      await addJobs(client);
    };
    const summary = await read(
      path,
      { progress, key },
      {
        begin: async (header) => {
          await migrate(url, log, await migrationsUntil(header));
          await client.query('begin');
          await changeTablesInTurn(client);
          await client.query(createJobsTable);
          if (header.months) await makeMonths(client, header.months);
          expected = new ExpectedTables([...(await readTables(client)), JOBS]);
          finish = await suspendChecks(client);
        },
        take: async (header, rows) => {
          if (header.table === MEDIA_FILES.table) {
            await loaded();
            return restoreMediaFiles(client, rows, storage);
          }
          expected.take(header);
          const { table, columns } = header;
          const target = table === JOBS.table ? `pg_temp.${table}` : table;
          const copy = client.query(copyFrom(`copy ${target} (${columns.join(', ')}) from stdin`));
          await pipeline(Readable.from(rows), copy, { ...(signal && { signal }) });
          return copy.rowCount;
        },
      },
    );
    await loaded();
    await withSecret(summary);
    await client.query('commit');
    await client.query('analyze');
    return summary;
  } catch (error) {
    throw isRefusal(error) ? new SetupError(`${path} is damaged: its rows are invalid (${error.code})`) : error;
  } finally {
    await client.end();
  }
}

/** PostgreSQL errors caused by the server: the connection, its resources, its operator, its system. */
const SERVERS_OWN = /^(?:08|28|40|53|55|57|58|XX)/;

/** Whether PostgreSQL refused the content. Its message may contain some of it, so it is not shown. */
const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !SERVERS_OWN.test(error.code ?? 'XX');

type Steps = { begin: (header: BackupHeader) => Promise<void>; take: Parameters<typeof readBackup>[2] };

async function read(path: string, reading: ReadingBackup, { begin, take }: Steps): Promise<BackupSummary> {
  const tables: Record<string, number> = {};
  let header: BackupHeader | undefined;
  await readBackup(
    path,
    (read) => {
      header = read;
      return begin(read);
    },
    async (table, rows) => {
      const count = await take(table, rows);
      tables[table.table] = count;
      return count;
    },
    reading,
  );
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { ...(header as BackupHeader), rows, tables };
}

async function migrationsUntil({ migration }: BackupHeader) {
  const known = await readMigrations();
  const last = known.findIndex(({ name }) => name === migration);
  if (last < 0)
    throw new SetupError(
      `The backup is newer than this version (it has migration ${migration}): install the newer version`,
    );
  return known.slice(0, last + 1);
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.teams') is not null as present`);
  if (!rows[0].present) return;
  const { rowCount } = await client.query('select from teams limit 1');
  if (rowCount)
    throw new SetupError('The database is in use: restore into an empty one (another DATA_DIR or DATABASE_URL)');
}

/**
 * Drops foreign keys and disables triggers until the returned function restores them, which checks all rows. Triggers would count
 * rows whose counts are restored too, and tables come in any order.
 */
async function suspendChecks(client: pg.Client): Promise<() => Promise<void>> {
  const tables = await tablesWithTriggers(client);
  const keys = await dropForeignKeys(client);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const key of keys) await addForeignKey(client, key);
    await advanceSequences(client);
  };
}

/** On a cluster none has: it accepts no trigger. */
async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct c.oid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
  );
  return rows.map(({ table }) => table);
}

/** New rows get numbers above the restored ones. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select * from (
       select quote_ident(table_name) as table, quote_ident(column_name) as column,
         pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
       from information_schema.columns where table_schema = 'public') as of_columns
     where sequence is not null`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1, greatest(1, (select max(${column}) from ${table})))`, [sequence]);
  }
}
