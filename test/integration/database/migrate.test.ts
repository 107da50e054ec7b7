import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSchemaEngine } from '../../../scripts/schema-engine.ts';
import { SetupError } from '../../../src/config.ts';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { type Migration, migrationsFolder, readMigrations } from '../../../src/database/migrations.ts';
import { matchesSearch } from '../../../src/domain/audience/search.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const log = createLog('silent');
const known = await readMigrations();
const names = known.map(({ name }) => name);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.drop());

test('an empty database gets every migration, and the second run changes nothing', async () => {
  expect(await migrate(database.url, log)).toEqual(names);
  expect(await migrate(database.url, log)).toEqual([]);
});

test('processes that migrate at the same time apply each migration once', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, log)));
  expect(runs.flat().sort()).toEqual(names);
  expect(await statement(database.url, 'select migration_name as name from _prisma_migrations order by 1')).toEqual(
    names.map((name) => ({ name })),
  );
});

test("Prisma's own migrate finds no pending migrations and no errors", async () => {
  await migrate(database.url, log);
  const found = await withSchemaEngine(database.url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: {
        baseDir: migrationsFolder(),
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
        shadowDbInitScript: '',
        migrationDirectories: known.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  expect(found).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
});

test('a failed migration leaves no trace, and works after its repair', async () => {
  const broken = migration('9001_broken', 'create table one (id int); create table two (id nothing);');
  await expect(migrate(database.url, log, [...known, broken])).rejects.toThrow(
    new SetupError('Migration 9001_broken cannot be applied and was rolled back: type "nothing" does not exist'),
  );
  const repaired = migration('9001_broken', 'create table one (id int); create table two (id int);');
  expect(await migrate(database.url, log, [...known, repaired])).toEqual(['9001_broken']);
});

test('a database of a newer version is refused', async () => {
  await migrate(database.url, log, [...known, migration('9001_future', 'create table future (id int)')]);
  await expect(migrate(database.url, log)).rejects.toThrow(
    new SetupError('The database is newer than this version (it has migration 9001_future): run the newer version'),
  );
});

test('a migration that failed under the Prisma command line is named, with a remedy', async () => {
  await migrate(database.url, log);
  await statement(database.url, 'update _prisma_migrations set finished_at = null');
  await expect(migrate(database.url, log)).rejects.toThrow(`npx prisma migrate resolve --rolled-back ${names[0]}`);
});

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: '0'.repeat(64) };
}

test('a server without pg_trgm gets every migration except the index for searching', async () => {
  await statement(
    database.url,
    `create function not_installed() returns event_trigger language plpgsql as $$
     begin raise exception 'extension "pg_trgm" is not available' using errcode = 'undefined_file'; end $$;
     create event trigger not_installed on ddl_command_start when tag in ('CREATE EXTENSION') execute function not_installed()`,
  );
  expect(await migrate(database.url, log)).toEqual(names);
  const indexes = `select from pg_indexes where indexname = 'subscribers_words_idx'`;
  expect(await statement(database.url, indexes)).toEqual([]);
  const { db, close } = connect(database.url, 1);
  const search = sql`select count(*)::int as count from subscribers s where ${matchesSearch('ann')}`;
  expect(await run(db, search).finally(close)).toEqual([{ count: 0 }]);
});
