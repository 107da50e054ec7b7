import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Tag {
  name: string;
  description: string;
  'x-displayName': string;
}

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const tags: Tag[] = description.tags;
const groups: { name: string; tags: string[] }[] = description['x-tagGroups'];
const paths: Record<string, Record<string, { tags: string[] }>> = description.paths;
const uses = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags));

test('every tag says what its operations are for, and has a heading', () => {
  expect(tags.filter((one) => !/[a-z].*\.$/.test(one.description) || /^Operations on/.test(one.description))).toEqual(
    [],
  );
  expect(tags.filter((one) => !/^[A-Z][A-Za-z -]+$/.test(one['x-displayName']))).toEqual([]);
});

test('every tag is in one group, in the order of the tags', () => {
  expect(groups.flatMap((group) => group.tags)).toEqual(tags.map(({ name }) => name));
  expect(groups.filter((group) => group.tags.length === 0)).toEqual([]);
});

test('every operation has one tag, of the list', () => {
  const names = new Set(tags.map(({ name }) => name));
  expect(uses.filter((name) => !names.has(name))).toEqual([]);
  const several = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter((one) => one.tags.length !== 1),
  );
  expect(several).toEqual([]);
});

test('a tag has at least two operations, except a report of its own', () => {
  const lonely = tags.filter(({ name }) => uses.filter((one) => one === name).length < 2);
  expect(lonely.map(({ name }) => name)).toEqual(['revenue']);
});

test('the tags begin with what everybody needs first', () => {
  expect(tags.slice(0, 2).map(({ name }) => name)).toEqual(['lists', 'subscribers']);
  expect(groups[0]!.name).toBe('Audience');
  expect(groups.at(-1)!.name).toBe('Developers');
});
