/** `npm run db:diff -- name` writes a migration for the changes in prisma/schema. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { migrationsFolder, readMigrations } from '../src/database/migrations.ts';
import { createLog } from '../src/log.ts';
import { nextNumber } from './next-number.ts';
import { diffSchema } from './schema-diff.ts';

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('usage: npm run db:diff -- name_of_the_change');
  process.exit(1);
}

const log = createLog('warn');
const home = await mkdtemp(join(tmpdir(), 'tidings-diff-'));
const database = await startEmbedded(home, log, { fsync: 'off' });
try {
  await migrate(database.url, log);
  const sql = await diffSchema(database.url);
  if (sql) await write(name, sql);
  else console.log('No changes: the migrations and the schema agree.');
} finally {
  await database.stop();
  await rm(home, { recursive: true });
}

async function write(name: string, sql: string): Promise<void> {
  const number = nextNumber((await readMigrations()).map((migration) => migration.name));
  const folder = join(migrationsFolder(), `${number}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql);
  await writeFile(join(migrationsFolder(), 'migration_lock.toml'), 'provider = "postgresql"\n');
  console.log(`Wrote ${join(folder, 'migration.sql')}`);
}
