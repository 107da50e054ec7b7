import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { checkoutRoot } from '../src/database/home.ts';

const require = createRequire(import.meta.url);
const MODULE = '@prisma/schema-engine-wasm/schema_engine_bg';
const CHAR = 18;

type Engine = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: object): void };

/** What we need of a global that neither Node's types nor ECMAScript's declare. */
interface WebAssembly {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
}

/** The SQL that turns the schema of the database at `url` into that of prisma/schema; undefined when they agree. */
export async function diffSchema(url: string): Promise<string | undefined> {
  const { SchemaEngine } = await loadEngine();
  const pool = new CatalogPool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool));
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
  const files = await readSchema();
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: checkoutRoot() },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? undefined : (stdout ?? undefined);
  } finally {
    engine.free();
    await pool.end();
  }
}

/** Prisma's schema engine as `prisma migrate` runs it, without the binary that the command downloads. */
async function loadEngine(): Promise<Engine> {
  const engine = (await import(MODULE)) as Engine;
  const bytes = await readFile(join(dirname(require.resolve(MODULE)), 'schema_engine_bg.wasm'));
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssembly };
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return engine;
}

async function readSchema() {
  const folder = join(checkoutRoot(), 'prisma', 'schema');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({ path: join(folder, name), content: await readFile(join(folder, name), 'utf8') })),
  );
}

/**
 * The engine reads PostgreSQL's catalogue, which has columns of a type that the adapter does not know ("char", one
 * byte): to the adapter they are text, to the engine single characters.
 */
function catalogAdapter(pool: CatalogPool): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of pool.characters.get(result.rows) ?? []) {
        result.columnTypes[index] = ColumnTypeEnum.Character;
      }
      return result;
    };
    return adapter;
  };
  return factory;
}

class CatalogPool extends pg.Pool {
  /** Rows of a result → its columns of that type. */
  readonly characters = new WeakMap<object, number[]>();

  // biome-ignore lint/suspicious/noExplicitAny: the pool's own signature has a dozen forms
  override async query(...args: any[]): Promise<any> {
    const result = await (super.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args);
    const columns = [...(result.fields ?? []).keys()].filter((index) => result.fields[index]!.dataTypeID === CHAR);
    for (const index of columns) result.fields[index]!.dataTypeID = pg.types.builtins.TEXT;
    this.characters.set(result.rows, columns);
    return result;
  }
}
