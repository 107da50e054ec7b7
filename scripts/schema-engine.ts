import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const require = createRequire(import.meta.url);
const MODULE = '@prisma/schema-engine-wasm/schema_engine_bg';
const CHAR = 18;

type Bindings = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: object): void };

/** The part we need of a global that neither Node's types nor ECMAScript's declare. */
interface WebAssembly {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
}

/** Loaded once per process, because the bindings keep views of the first instance's memory. */
let loaded: Promise<Bindings> | undefined;

/** Runs `work` with Prisma's schema engine, which `prisma migrate` uses too, but without downloading its binary. */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loaded ??= loadBindings();
  const { SchemaEngine } = await loaded;
  const pool = new CatalogPool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool));
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

async function loadBindings(): Promise<Bindings> {
  const bindings = (await import(MODULE)) as Bindings;
  const bytes = await readFile(join(dirname(require.resolve(MODULE)), 'schema_engine_bg.wasm'));
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssembly };
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

/**
 * PostgreSQL's catalogue has columns of type "char" (one byte), which the adapter does not know. The adapter gets them
 * as text, and the engine as single characters.
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
  /** The rows of a result → the indexes of its "char" columns. */
  readonly characters = new WeakMap<object, number[]>();

  // biome-ignore lint/suspicious/noExplicitAny: the pool's own signature has a dozen forms
  override async query(...args: any[]): Promise<any> {
    const result = await (super.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args);
    const columns = [...(result.fields ?? []).keys()].filter((index) => result.fields[index]!.dataTypeID === CHAR);
    for (const index of columns) result.fields[index]!.dataTypeID = pg.types.builtins.TEXT;
    this.characters.set(result.rows ?? {}, columns);
    return result;
  }
}
