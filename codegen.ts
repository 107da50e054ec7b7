/**
 * Generates four things from the code-first schema: schema.graphql, the contract for reviewers; scalars.json, the TypeScript
 * types of its scalars for clients' code generators; the typed, parsed documents of the REST routes; and those of the dashboard,
 * one file for each of its folders. It also writes the decimals of currencies, the labels of audit actions and
 * the domains of mailbox providers for the dashboard.
 * With --check, an outdated schema.graphql or scalars.json is an error.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { data as currencies } from 'currency-codes';
import { isObjectType, Kind, parse, visit } from 'graphql';
import { AUDITED } from './src/domain/audit/audited.ts';
import { KNOWN } from './src/domain/refusals/providers.ts';
import { scalarTypesOf, sdlOf } from './src/graphql/client-files/contents.ts';
import { schema } from './src/schema/index.ts';

const CONTRACT = 'schema.graphql';
const SCALARS = 'scalars.json';
const DOCUMENTS = 'src/generated/documents.ts';
const ROUTES = 'src/rest/v1';
const DASHBOARD = 'src/dashboard';
const OF_DASHBOARD = 'src/generated/dashboard';
/** For the dashboard and for Liquid: neither reads the other's generated files. */
const CURRENCIES = [`${OF_DASHBOARD}/currency-digits.ts`, 'src/generated/currency-digits.ts'];

const sdl = sdlOf(schema);
const scalars = scalarTypesOf(schema);
const scalarsJson = `${JSON.stringify(scalars, null, 2)}\n`;

/**
 * Fields that are null only beside an error are never null here: REST and the dashboard show the error instead of a
 * partial result.
 */
const ofWholeResults = visit(parse(sdl), {
  ObjectTypeDefinition: ({ name, fields = [], ...type }) => {
    const found = schema.getType(name.value);
    const fieldsOfType = isObjectType(found) ? found.getFields() : {};
    const whole = fields.map((field) =>
      fieldsOfType[field.name.value]?.extensions.failsAlone && field.type.kind !== Kind.NON_NULL_TYPE
        ? { ...field, type: { kind: Kind.NON_NULL_TYPE as const, type: field.type } }
        : field,
    );
    return { ...type, name, fields: whole };
  },
});

const documentsIn = (folder: string, names: readonly string[]) =>
  names
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => ({ location: name, document: parse(readFileSync(`${folder}/${name}`, 'utf8')) }));

/** The code of typed documents. `types`: the scalars' types in responses; others are unknown. */
const typedDocuments = (filename: string, documents: ReturnType<typeof documentsIn>, types: Record<string, string>) =>
  codegen({
    filename,
    schema: ofWholeResults,
    documents,
    config: {
      documentMode: 'documentNode',
      enumsAsTypes: true,
      useTypeImports: true,
      scalars: types,
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

const ofRoutes = {
  ID: 'string',
  DateTime: 'Date',
  EmailAddress: 'string',
  SafeInt: 'number',
  NonNegativeInt: 'number',
};
writeFileSync(DOCUMENTS, await typedDocuments(DOCUMENTS, documentsIn(ROUTES, readdirSync(ROUTES)), ofRoutes));

rmSync(OF_DASHBOARD, { recursive: true, force: true });
mkdirSync(OF_DASHBOARD);
const folders = readdirSync(DASHBOARD, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ parentPath, name }) => join(parentPath, name));
for (const folder of folders) {
  const found = documentsIn(folder, readdirSync(folder));
  if (found.length === 0) continue;
  const file = `${OF_DASHBOARD}/${basename(folder)}.ts`;
  writeFileSync(file, await typedDocuments(file, found, scalars));
}

// Nearly all have 2, so only the others are sent to browsers.
const others = currencies.filter(({ digits }) => digits !== 2).map(({ code, digits }) => [code, digits] as const);
const digits = JSON.stringify(Object.fromEntries(others), null, 2);
for (const file of CURRENCIES)
  writeFileSync(file, `export const OTHER_DIGITS: Readonly<Record<string, number>> = ${digits};\n`);

/** The labels of all audit actions in a language. */
const actionLabels = (language: 'en' | 'de') =>
  Object.fromEntries(
    Object.entries(AUDITED).flatMap(([type, { actions }]) =>
      Object.entries(actions).map(([verb, label]) => [`${type}.${verb}`, label[language]]),
    ),
  );
const labels = JSON.stringify({ en: actionLabels('en'), de: actionLabels('de') }, null, 2);
writeFileSync(`${OF_DASHBOARD}/audit-actions.ts`, `export const ACTION_LABELS = ${labels} as const;\n`);

/** Refusals name the recipients' domain, and the dashboard filters them by provider. */
const providers = JSON.stringify(JSON.parse(KNOWN), null, 2);
writeFileSync(
  `${OF_DASHBOARD}/mailbox-providers.ts`,
  `export const PROVIDER_OF: Readonly<Record<string, string>> = ${providers};\n`,
);
