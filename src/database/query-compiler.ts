import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const FILE = '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.js';

/**
 * Prisma's query compiler, in base64. Prisma would import it as a module, whose text stays in memory twice (docs/adr/0043):
 * codegen.ts makes the generated code call this function.
 */
export function readQueryCompiler(): string {
  const module = readFileSync(createRequire(import.meta.url).resolve(FILE), 'latin1');
  const [, base64] = /const wasm = "([^"]+)"/.exec(module) ?? [];
  if (base64 === undefined) throw new Error(`${FILE} has changed: see src/database/query-compiler.ts`);
  return base64;
}
