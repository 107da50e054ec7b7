import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const FURTHER: Readonly<Record<string, string>> = {
  previewSegment: ', conditions: { operator: "and", rules: [{ type: "language", operator: "equals", value: "en" }] }',
};

/** The fields with a `listId`, with what an unknown one does by its description. */
const fieldsOf = (root: typeof schema.getQueryType) =>
  Object.values(root.call(schema)!.getFields()).flatMap(({ name, args, type }) => {
    const [, does] = /An unknown id (.+)\.$/.exec(args.find((one) => one.name === 'listId')?.description ?? '') ?? [];
    const named = getNamedType(type);
    const isPage = isObjectType(named) && 'totalCount' in named.getFields();
    return args.some((one) => one.name === 'listId')
      ? [{ name, does, selection: isPage ? 'totalCount' : '__typename' }]
      : [];
  });

const EMPTY = { totalCount: 0 };

test.each(fieldsOf(schema.getQueryType))('$name does for an unknown list as its description says', async (field) => {
  const { name, does, selection } = field;
  const { body } = await api.graphql(`{ ${name}(listId: "${UNKNOWN_ID}"${FURTHER[name] ?? ''}) { ${selection} } }`);
  expect(body).toEqual({ data: { [name]: does === 'returns an empty page' ? EMPTY : null } });
  expect(['returns an empty page', 'returns null']).toContain(does);
});

test('every stream of a list says that it refuses an unknown one', () => {
  expect(new Set(fieldsOf(schema.getSubscriptionType).map(({ does }) => does))).toEqual(
    new Set(['fails with NOT_FOUND']),
  );
});
