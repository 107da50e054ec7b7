/**
 * Generates two files from the code-first schema: schema.graphql, the contract that reviewers read, and the typed,
 * already parsed documents of the REST routes. With --check, an outdated schema.graphql is an error.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { lexicographicSortSchema, parse, printSchema } from 'graphql';
import { schema } from './src/schema/index.ts';

const CONTRACT = 'schema.graphql';
const DOCUMENTS = 'src/generated/documents.ts';
const ROUTES = 'src/rest/v1';

const sdl = `${printSchema(lexicographicSortSchema(schema))}\n`;

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

if (process.argv.includes('--check')) {
  if (readFileSync(CONTRACT, 'utf8') !== sdl) {
    console.error(`${CONTRACT} is out of date: run "npm run codegen" and commit it.`);
    process.exit(1);
  }
} else writeFileSync(CONTRACT, sdl);
writeFileSync(DOCUMENTS, code);
