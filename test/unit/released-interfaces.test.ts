import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { graphqlBreaks } from '../support/graphql-breaks.ts';
import { type Break, openApiBreaks } from '../support/openapi-breaks.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The names in backticks of each line below "Breaking" of the next release. */
const BREAKING = (/### Breaking\n([\s\S]*?)(?=\n### |\n## |$)/.exec(read('CHANGELOG.md'))?.[1] ?? '')
  .split('\n')
  .map((line) => new Set([...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string)));

const isAnnounced = ({ names }: Break): boolean =>
  BREAKING.some((line) => names.every((name) => [name].flat().some((one) => line.has(one))));

const shown = ({ at, names, problem }: Break): string => `${at}: ${problem} (name ${names.join(' and ')})`;

test('each break of the schema since the last release is named under "Breaking" in the changelog', () => {
  const breaks = graphqlBreaks(buildSchema(read('test/released/schema.graphql')), schema);
  expect(breaks.filter((one) => !isAnnounced(one)).map(shown)).toEqual([]);
});

test('each break of the OpenAPI document since the last release is named there too', () => {
  const breaks = openApiBreaks(JSON.parse(read('test/released/openapi.json')), openApiDocument(schema, routes));
  expect(breaks.filter((one) => !isAnnounced(one)).map(shown)).toEqual([]);
});
