// Keeps the interfaces of a release, so that the next one names each break in the changelog: npm run released
import { writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

const write = (name: string, text: string) => writeFileSync(new URL(name, import.meta.url), `${text}\n`);

/** Texts break no client. */
const isText = (key: string, value: unknown): boolean =>
  key === 'example' || (['description', 'summary'].includes(key) && typeof value === 'string');

write('schema.graphql', printSchema(schema));
write(
  'openapi.json',
  JSON.stringify(openApiDocument(schema, routes), (key, value) => (isText(key, value) ? undefined : value), 1),
);
