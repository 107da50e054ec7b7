import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  isInputType,
  Kind,
  type OperationDefinitionNode,
  parse,
  parseValue,
  print,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { signIn } from '../../support/members.ts';
import { FOR_MEMBERS, literal } from '../../support/operations.ts';

const DASHBOARD = new URL('../../../src/dashboard/', import.meta.url).pathname;

const files = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.graphql'));
const partsOf = (folder: string) =>
  files
    .filter((path) => dirname(path) === folder)
    .flatMap((path) => parse(readFileSync(join(DASHBOARD, path), 'utf8')).definitions);

/** Each query and mutation of the dashboard, with the fragments of its folder that it uses. */
const operations = [...new Set(files.map((path) => dirname(path)))].flatMap((folder) => {
  const parts = partsOf(folder);
  const fragments = parts.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [part] : []));
  const withFragments = (text: string): string => {
    const missing = fragments.filter(
      ({ name: { value } }) => text.includes(`...${value}`) && !text.includes(`fragment ${value} on`),
    );
    return missing.length === 0 ? text : withFragments([text, ...missing.map(print)].join('\n'));
  };
  return parts
    .filter((part): part is OperationDefinitionNode => part.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => operation !== 'subscription') // the access matrix opens each as each caller
    .map((part) => [part.name!.value, part, withFragments(print(part))] as const);
});

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

/** A value of the type of each required variable. */
const variablesOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions
      .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
      .map(({ variable, type }) => {
        const declared = typeFromAST(schema, type);
        if (!isInputType(declared)) throw new Error(`${print(type)} is no type of the schema`);
        return [variable.name.value, GIVEN[print(type)] ?? valueFromASTUntyped(parseValue(literal(declared)))];
      }),
  );
const GIVEN: Record<string, unknown> = {
  ...{ 'String!': 'ann@people.test', '[String!]!': ['vip'] },
  'PreviewTemplateInput!': { editor: 'HTML', content: 'Hello' },
};

test('there are operations', () => {
  expect(operations.length).toBeGreaterThan(5);
});

/** Reads that are open to tokens, and to owners among the members. */
const FOR_OWNERS = new Set(['AuditLog']);

test.each(operations)('a token has the permissions of a member of the same role: %s', async (name, operation, text) => {
  const rootField = operation.selectionSet.selections[0];
  if (rootField?.kind === Kind.FIELD && FOR_MEMBERS.has(rootField.name.value))
    return expect(operation.operation).toBe('query');
  const variables = variablesOf(operation);
  const codes = async (options: object) => {
    const { body } = await api.graphql(text, variables, options);
    return (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  };
  const [viewer, editor] = [await signIn(api, 'viewer'), await signIn(api, 'editor')];
  // Invented input may be refused, and a second creation finds its name taken.
  const isAllowed = async (options: object) => !(await codes(options)).includes('FORBIDDEN');
  const mayView = await isAllowed(viewer.options);
  if (mayView) expect(await isAllowed({ token: api.readToken })).toBe(true);
  if (await isAllowed(editor.options)) expect(await isAllowed({ token: api.token })).toBe(true);
  expect(mayView).toBe(operation.operation === 'query' && !FOR_OWNERS.has(name));
});
