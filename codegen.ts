/**
 * Generates three files from the code-first schema: schema.graphql, the contract that reviewers read; scalars.json, the
 * TypeScript types of its scalars for the code generators of clients; and the typed, already parsed documents of the REST
 * routes. With --check, an outdated schema.graphql or scalars.json is an error.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { isScalarType, isSpecifiedScalarType, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { schema } from './src/schema/index.ts';

const CONTRACT = 'schema.graphql';
const SCALARS = 'scalars.json';
const DOCUMENTS = 'src/generated/documents.ts';
const ROUTES = 'src/rest/v1';

const sdl = `${printSchema(lexicographicSortSchema(schema))}\n`;

/** What the JSON of an answer holds, by what the scalar says of itself. */
const CLIENT_TYPES: Record<string, string> = { string: 'string', integer: 'number', object: 'Record<string, unknown>' };

const scalars = Object.values(schema.getTypeMap())
  .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  .map(({ name, extensions }) => {
    const { type = '' } = (extensions.jsonSchema ?? {}) as { type?: string };
    return [name, CLIENT_TYPES[type] ?? 'unknown'] as const;
  })
  .sort(([one], [other]) => one.localeCompare(other));
const scalarsJson = `${JSON.stringify(Object.fromEntries(scalars), null, 2)}\n`;

const documents = readdirSync(ROUTES)
  .filter((name) => name.endsWith('.graphql'))
  .map((name) => ({ location: name, document: parse(readFileSync(`${ROUTES}/${name}`, 'utf8')) }));

const code = await codegen({
  filename: DOCUMENTS,
  schema: parse(sdl),
  documents,
  config: {
    documentMode: 'documentNode',
    enumsAsTypes: true,
    useTypeImports: true,
    scalars: { ID: 'string', DateTime: 'Date', EmailAddress: 'string', SafeInt: 'number', NonNegativeInt: 'number' },
    defaultScalarType: 'unknown',
  },
  plugins: [{ operations: {} }, { typedDocumentNode: {} }],
  pluginMap: { operations, typedDocumentNode },
});

for (const [file, text] of [
  [CONTRACT, sdl],
  [SCALARS, scalarsJson],
] as const) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date: run "npm run codegen" and commit it.`);
    process.exit(1);
  }
}
writeFileSync(DOCUMENTS, code);
