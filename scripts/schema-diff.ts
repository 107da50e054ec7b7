import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '../src/database/home.ts';
import { withSchemaEngine } from './schema-engine.ts';

/** Returns the SQL that migrates the database at `url` to prisma/schema; undefined when they agree. */
export async function diffSchema(url: string): Promise<string | undefined> {
  const files = await readSchema();
  const { exitCode, stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: checkoutRoot() },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return exitCode === 0 ? undefined : (stdout ?? undefined);
}

async function readSchema() {
  const folder = join(checkoutRoot(), 'prisma', 'schema');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({ path: join(folder, name), content: await readFile(join(folder, name), 'utf8') })),
  );
}
