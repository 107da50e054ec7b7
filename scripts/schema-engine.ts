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

/** What we need of a global that neither Node's types nor ECMAScript's declare. */
interface WebAssembly {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
}

/** Once a process: the bindings keep views of the memory they were first given. */
let loaded: Promise<Bindings> | undefined;

/** Lets `work` use Prisma's schema engine on a database: what `prisma migrate` runs, without the binary it downloads. */
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
    this.characters.set(result.rows ?? {}, columns);
    return result;
  }
}
