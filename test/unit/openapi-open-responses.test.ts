import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { expectMatchesComponent } from '../support/openapi-response.ts';

// docs/versioning.md promises that a new key in a response breaks nothing. A validator that takes the document at its word must not
// break either.

type Part = Record<string, unknown>;

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const schemas: Record<string, Part> = description.components.schemas;
const operations = Object.values<Record<string, Part>>(description.paths).flatMap((methods) => Object.values(methods));

/** The names of the components that parts refer to, direct or indirect. */
function namesIn(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name], found);
  }
  return found;
}

const isClosed = (name: string): boolean => JSON.stringify(schemas[name]).includes('"additionalProperties":false');

const sent = namesIn([operations.map(({ requestBody = {} }) => requestBody), description.components.parameters]);
const received = [...namesIn([operations.map(({ responses }) => responses), description.components.responses])];

test('objects that only responses have may have further keys', () => {
  const ofResponses = received.filter((name) => !sent.has(name));
  expect(ofResponses.length).toBeGreaterThan(250);
  expect(ofResponses.filter(isClosed)).toEqual([]);
});

test('objects that requests have are closed, as the server refuses unknown keys', () => {
  for (const name of ['CreateCampaignInput', 'SegmentConditions', 'SendStep'])
    expect([name, isClosed(name)]).toEqual([name, true]);
});

test('the tests of responses refuse a key that the document does not describe', () => {
  const refusal = { message: 'No.' };
  expect(() => expectMatchesComponent('AccessRefusal', refusal)).not.toThrow();
  expect(() => expectMatchesComponent('AccessRefusal', { ...refusal, zzzz: 1 })).toThrow(/unevaluated/);
});
