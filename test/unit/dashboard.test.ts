import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, Kind, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

const DASHBOARD = new URL('../../src/dashboard/', import.meta.url).pathname;
const GENERATED = new URL('../../src/generated/dashboard/', import.meta.url).pathname;

const paths = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(DASHBOARD, path), 'utf8');
const folders = [
  ...new Set(paths.filter((path) => path.endsWith('.graphql')).map((path) => path.replace(/[^/]+$/, ''))),
];

/** All documents of a folder together: they share fragments. */
const documentOf = (folder: string): DocumentNode =>
  parse(
    paths
      .filter((path) => path.endsWith('.graphql') && path.replace(/[^/]+$/, '') === folder)
      .map(read)
      .join('\n'),
  );

/** Ignores the rule about anonymous operations: a folder has several, which are sent separately. */
const validationOf = (folder: string) =>
  validate(schema, documentOf(folder)).filter(({ message }) => !message.includes('anonymous'));

test.each(folders)('every operation in %s is public in the schema', (folder) => {
  expect(documentOf(folder).definitions.length).toBeGreaterThan(0);
  expect(validationOf(folder)).toEqual([]);
});

test('operations and fragments have unique names across all screens', () => {
  const names = folders
    .flatMap((folder) => documentOf(folder).definitions)
    .map((part) =>
      part.kind === Kind.OPERATION_DEFINITION || part.kind === Kind.FRAGMENT_DEFINITION ? part.name?.value : undefined,
    );
  expect(names).not.toContain(undefined);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every queried object includes its id, so that its changes show everywhere', () => {
  const lacking = folders.flatMap((folder) => lackingIds(documentOf(folder)).map((place) => `${folder}: ${place}`));
  expect(lacking).toEqual([]);
});

test('the folders of screens have unique names among all folders with documents', () => {
  const names = folders.map((folder) => folder.split('/').at(-2));
  expect(new Set(names).size).toBe(names.length);
});

describe('the dashboard requests only the API', () => {
  const code = paths.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: read(path) }));

  test('only the client calls the server, and without GraphQL only for files and for a sign of life', () => {
    const speaking = code.filter(({ text }) =>
      /\bfetch\(|XMLHttpRequest|EventSource|sendBeacon|new WebSocket/.test(text),
    );
    expect(speaking.map(({ path }) => path)).toEqual([
      'client/connection.ts',
      'client/export-pages.ts',
      'client/send-file.ts',
      'screens/settings/tokens/snippets.ts', // only writes such calls, as text
    ]);
  });

  test('every REST address is public', () => {
    const asked = code.flatMap(({ text }) => [...text.matchAll(/[`'](v1\/[^`'?]+)/g)].map(([, path]) => path!));
    const known = Object.keys(openApiDocument(schema, routes).paths as object).map((path) =>
      path.replace(/\{\w+\}/g, '{}'),
    );
    const unknown = asked.filter((path) => !known.includes(`${path.slice(2).replace(/\$\{[^}]+\}/g, '{}')}`));
    expect([asked.length > 0, unknown]).toEqual([true, []]);
  });

  test('every screen is registered, and its folder is its address', () => {
    const screens = readdirSync(join(DASHBOARD, 'screens'));
    const registry = read('screens.ts');
    for (const name of screens) {
      expect(registry).toContain(`./screens/${name}/screen.ts`);
      expect(read(`screens/${name}/screen.ts`)).toContain(`name: '${name}'`);
    }
  });

  test('only scripts of opened screens are loaded', () => {
    const eager = code.filter(
      ({ path, text }) => /^screens\/\w+\/screen\.ts$/.test(path) && /from '\.\/.*\.tsx'/.test(text),
    );
    expect(eager.map(({ path }) => path)).toEqual([]);
  });

  test('text is never inserted as HTML', () => {
    expect(
      code.filter(({ text }) => /dangerouslySetInnerHTML|innerHTML|eval\(/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('every folder of GraphQL documents has generated code', () => {
    expect(folders.filter((folder) => !existsSync(join(GENERATED, `${folder.split('/').at(-2)}.ts`)))).toEqual([]);
  });
});

/** Places where fields of a type with an id are asked for, but not the id itself. */
function lackingIds(document: DocumentNode): string[] {
  const fragments = new Map(
    document.definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part]] : [])),
  );
  const places: string[] = [];
  const names = (selections: readonly Selection[]): string[] =>
    selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return [one.name.value];
      if (one.kind === Kind.INLINE_FRAGMENT) return names(one.selectionSet.selections);
      return names(fragments.get(one.name.value)?.selectionSet.selections ?? []);
    });
  const visit = (type: Fielded | undefined, selections: readonly Selection[], place: string): void => {
    if (type && 'id' in type.getFields() && !names(selections).includes('id')) places.push(place);
    for (const one of selections) {
      if (one.kind === Kind.FIELD && one.selectionSet) {
        visit(typeBehind(type, one.name.value), one.selectionSet.selections, `${place}.${one.name.value}`);
      }
    }
  };
  for (const part of document.definitions) {
    if (part.kind !== Kind.OPERATION_DEFINITION) continue;
    visit(schema.getRootType(part.operation) as Fielded, part.selectionSet.selections, part.name?.value ?? '');
  }
  return places;
}

type Selection = import('graphql').SelectionNode;
type Fielded = import('graphql').GraphQLObjectType;

function typeBehind(type: Fielded | undefined, field: string): Fielded | undefined {
  let behind: unknown = type?.getFields()[field]?.type;
  while (behind && typeof behind === 'object' && 'ofType' in behind) behind = behind.ofType;
  return behind && typeof (behind as Fielded).getFields === 'function' ? (behind as Fielded) : undefined;
}
