import {
  type GraphQLField,
  getNamedType,
  isInputObjectType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect, test } from 'vitest';
import { variablesIn } from '../../src/rest/document-parts.ts';
import { FILTER } from '../../src/rest/filter.ts';
import { inputTypeOf } from '../../src/rest/openapi/written-input.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { wireName } from '../../src/rest/wire.ts';
import { schema } from '../../src/schema/index.ts';

// REST reads whatever GraphQL reads: each list with each of its filters, ranges, searches and orders.

/** Pages have numbers and cursors of their own in REST. */
const PAGING = new Set(['first', 'after', 'last', 'before', 'offset']);

/** Lists below an owner that REST reads from the list of all, by this parameter. */
const BY_PARAMETER: Readonly<Record<string, readonly [route: string, parameter: string]>> = {
  'List.campaigns': ['GET /campaigns', 'list'],
  'List.imports': ['GET /imports', 'list'],
  'List.segments': ['GET /lists/:list/segments', 'list'],
  'List.subscribers': ['GET /lists/:list/subscribers', 'list'],
  'Person.events': ['GET /events', 'email'],
  'Subscriber.events': ['GET /events', 'email'],
  'Subscriber.transactionalMails': ['GET /transactional-mails', 'recipient'],
  'Tag.subscribers': ['GET /people/all', 'tag'],
  'Template.transactionalMails': ['GET /transactional-mails', 'template'],
};

/** What REST does not have, with the reason. */
const NOT_IN_REST: Readonly<Record<string, string>> = {
  'Query.campaignMessage': 'It is a row of GET /campaigns/:campaign/recipients.',
  'Query.node': 'A path names the type.',
  'Query.nodes': 'A path names the type.',
  'Query.sale': 'It is a row of GET /sales.',
};

/** Arguments that REST does not have, with the reason. */
const ARGUMENTS_NOT_IN_REST: Readonly<Record<string, string>> = {
  'Query.previewSegment typedConditions': 'REST has the JSON form alone.',
};

const isConnection = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  getNamedType(type).name.endsWith('Connection');

/** The fields that read something by arguments, as `List.growth`. */
const readers = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && !['Mutation', 'Subscription'].includes(name))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })))
  .filter(({ field }) => isConnection(field) || field.args.length > 0);

/** The arguments that documents of REST pass to a field, by field. */
const passed = new Map<string, Set<string>>();
/** The same for a route. */
const passedBy = new Map<string, Map<string, Set<string>>>();
for (const { method, path, document } of routes) {
  const types = new TypeInfo(schema);
  const here = new Map<string, Set<string>>();
  passedBy.set(`${method} ${path}`, here);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name, arguments: given = [] }) => {
        const key = `${types.getParentType()?.name}.${name.value}`;
        for (const all of [passed, here]) {
          const names = all.get(key) ?? new Set();
          for (const one of given) names.add(one.name.value);
          all.set(key, names);
        }
      },
    }),
  );
}

const argumentsOf = (reader: string, { args }: GraphQLField<unknown, unknown>): string[] =>
  args
    .filter(({ deprecationReason }) => deprecationReason == null)
    .map(({ name }) => name)
    .filter((name) => !PAGING.has(name) && !(`${reader} ${name}` in ARGUMENTS_NOT_IN_REST));

test.each(readers)('REST reads $name, with each of its arguments', ({ name, field }) => {
  const wanted = argumentsOf(name, field);
  if (name in NOT_IN_REST) {
    expect(passed.has(name), 'REST has it: remove the exception').toBe(false);
    return;
  }
  const [route, parameter] = BY_PARAMETER[name] ?? [];
  if (!route || !parameter) {
    expect([...(passed.get(name) ?? ['not read'])]).toEqual(expect.arrayContaining(wanted));
    return;
  }
  const [[, names] = []] = [...(passedBy.get(route) ?? [])];
  expect([...(names ?? [])]).toEqual(expect.arrayContaining(wanted));
  const { document, path } = routes.find((one) => `${one.method} ${one.path}` === route)!;
  const parameters = variablesIn(document).flatMap(({ variable, type }) => {
    const given = getNamedType(inputTypeOf(schema, type));
    const isFilter = variable.name.value === FILTER && isInputObjectType(given);
    return (isFilter ? Object.keys(given.getFields()) : [variable.name.value]).map(wireName);
  });
  expect([...parameters, ...path.split('/').map((part) => part.replace(':', ''))]).toContain(parameter);
});

test('the exceptions name fields of the schema', () => {
  const names = readers.map(({ name }) => name);
  const ofArguments = Object.keys(ARGUMENTS_NOT_IN_REST).map((key) => key.split(' ')[0]);
  const exceptions = [...Object.keys(BY_PARAMETER), ...Object.keys(NOT_IN_REST), ...ofArguments];
  expect(names).toEqual(expect.arrayContaining(exceptions));
  expect(names.length).toBeGreaterThan(90);
});
