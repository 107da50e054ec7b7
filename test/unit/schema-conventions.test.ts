import { readFile } from 'node:fs/promises';
import {
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { wholeSelection } from '../support/whole-selection.ts';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);
const queries = Object.values(schema.getQueryType()!.getFields());
const mutations = Object.values(schema.getMutationType()!.getFields());
const capital = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());
const typeName = (type: GraphQLInputType | GraphQLOutputType) => (getNamedType(type) as GraphQLNamedType).name;

/** Everything that has a name and a type: fields, their arguments, and the fields of inputs. */
const named = [
  ...objects.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => [
      { place: `${type.name}.${field.name}`, ...field },
      ...field.args.map((arg) => ({ place: `${type.name}.${field.name}(${arg.name})`, ...arg })),
    ]),
  ),
  ...types
    .filter(isInputObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, ...field })),
    ),
];

describe('the schema', () => {
  test('has one connection and one edge for each paged type, named after it', () => {
    const connections = objects.filter((type) => 'pageInfo' in type.getFields());
    expect(connections.length).toBeGreaterThan(15);
    for (const type of connections) {
      const { nodes, edges } = type.getFields();
      expect(type.name).toBe(`${typeName(nodes!.type)}Connection`);
      expect(typeName(edges!.type)).toBe(`${typeName(nodes!.type)}Edge`);
    }
  });

  test('describes every type, field, argument and enum value', () => {
    const values = types
      .filter(isEnumType)
      .flatMap((type) => type.getValues().map((value) => ({ place: `${type.name}.${value.name}`, ...value })));
    const all = [...types.map((type) => ({ place: type.name, ...type.toConfig() })), ...named, ...values];
    expect(all.length).toBeGreaterThan(3000);
    expect(all.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
  });

  test('says more in a description than the name does', () => {
    const wordsOf = (text: string) =>
      text
        .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`)
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .map((word) => word.replace(/s$/, ''))
        .filter((word) => !['', 'the', 'a', 'an', 'of', 'it', 'thi', 'i', 'in'].includes(word));
    const onlyRepeats = ({ name, description }: (typeof named)[number]) => {
      const known = new Set(wordsOf(name));
      return wordsOf(description ?? '').every((word) => known.has(word));
    };
    // The description of an id names its object, as the field does.
    const others = named.filter(({ name }) => !/.Ids?$/.test(name));
    expect(others.filter(onlyRepeats).map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });

  test('uses no filler as a description', () => {
    const FILLERS =
      /^(The values?|The items? of a page|Values to .*|A page of .* items|The id of the object|The number|Such as .*)\.$/;
    const described = [...types.map((type) => ({ place: type.name, description: type.description })), ...named];
    const inputs = described.filter(({ description }) => FILLERS.test(description ?? ''));
    expect(inputs.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });

  test('speaks of its own fields, not of the paths of REST', () => {
    const described = [...types.map((type) => ({ place: type.name, description: type.description })), ...named];
    const foreign = described.filter(({ description }) =>
      /\b(GET|POST|PATCH|PUT|DELETE) \/|\/v1\//.test(description ?? ''),
    );
    expect(foreign.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });

  test('says in each scalar which standard specifies it', () => {
    const scalars = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type));
    expect(scalars.length).toBeGreaterThan(10);
    expect(scalars.filter(({ specifiedByURL }) => !specifiedByURL).map(({ name }) => name)).toEqual([]);
  });

  test('has the default of each new object that a description names', () => {
    const inputs = types.filter(isInputObjectType);
    const fieldsOf = (name: RegExp) =>
      inputs
        .filter((type) => name.test(type.name))
        .flatMap((type) =>
          Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, ...field })),
        );
    const named = fieldsOf(/^Create/).flatMap(({ place, description, defaultValue }) => {
      const [, text] = /Default: (true|false|\d+)\.$/.exec(description ?? '') ?? [];
      return text === undefined ? [] : [[place, text, String(defaultValue)]];
    });
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter(([, text, value]) => text !== value)).toEqual([]);
    // An absent field of an update keeps its value, so its words say what null means.
    const ofUpdates = fieldsOf(/^Update/).filter(({ defaultValue }) => defaultValue === undefined);
    expect(
      ofUpdates.filter(({ description }) => /\bDefault/.test(description ?? '')).map(({ place }) => place),
    ).toEqual([]);
  });

  const enums = types.filter(isEnumType);
  const isSent = (name: string) =>
    named.some(({ place, type }) => typeName(type) === name && (place.includes('(') || !isRead(place)));
  const isRead = (place: string) => objects.some(({ name }) => place.startsWith(`${name}.`));

  /** States and results of requests, and answers with yes or no: a release would rather add another field. */
  const CLOSED = [
    ...['AbTestDecidedBy', 'AttemptOutcome', 'AuditActorKind', 'BulkUpdateStatus', 'ContactFieldConversionStatus'],
    ...['ConversionStatus', 'DatabaseHosting', 'DkimKeyStatus', 'DomainRecordState', 'EngagementKind'],
    ...[
      'EventResultStatus',
      'FeedbackKind',
      'OperationType',
      'SubscriberResultStatus',
      'TransactionalMailResultStatus',
    ],
  ];

  test('has UNKNOWN in each enumeration that clients only read and releases extend', () => {
    const without = enums.filter(({ name }) => !isSent(name)).filter((type) => !type.getValue('UNKNOWN'));
    expect(without.map(({ name }) => name).sort()).toEqual(CLOSED);
  });

  test('takes UNKNOWN in no input, except for sets that inputs and results share', () => {
    const taking = enums.filter(({ name }) => isSent(name)).filter((type) => type.getValue('UNKNOWN'));
    expect(taking.map(({ name }) => name).sort()).toEqual([
      ...['AuditAction', 'AuditObjectType', 'ChangeKind', 'ChangeKindOrAll'],
    ]);
    for (const type of taking) expect(type.getValue('UNKNOWN')?.description).toMatch(/ Inputs refuse it\.$/);
  });

  test('shows a value of a newer version as UNKNOWN, which means nothing else', () => {
    const open = enums.filter((type) => type.getValue('UNKNOWN'));
    expect(open.length).toBeGreaterThan(35);
    for (const type of open) {
      expect(type.getValue('UNKNOWN')?.description).toMatch(/^Added by a newer version of Tidings\./);
      expect(type.serialize('of a newer version')).toBe('UNKNOWN');
    }
  });

  test('has type ID for exactly the fields named id', () => {
    // OAuth's client ids and Content-IDs name no object of ours, and have no form of their own.
    const isForeign = ({ name }: { name: string }) => ['clientId', 'contentId'].includes(name);
    const isId = (one: { name: string }) => /^ids?$|Ids?$/.test(one.name) && !isForeign(one);
    // The rule `segment: {in: …}` is named after its operators, as all rules are.
    const isOperator = ({ place }: { place: string }) => place.startsWith('SegmentMembershipCondition');
    const wrong = named
      .filter((one) => !isOperator(one) && isId(one) !== (typeName(one.type) === 'ID'))
      .map(({ place }) => place);
    expect(wrong).toEqual([]);
  });

  test('gives each object with an id either to `node`, or an id of its own, and says so', () => {
    const withId = objects.filter((type) => 'id' in type.getFields());
    const others = withId.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'));
    expect(others.length).toBeGreaterThan(10);
    const unsaid = others.filter((type) => !/^Identifies /.test(type.getFields().id!.description ?? ''));
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  // Every type implements Node, so fields such as `status` cannot agree there.
  const abstract = types.filter((type) => isAbstractType(type) && type.name !== 'Node').map(({ name }) => name);

  test.each(abstract)('selects all fields of every %s in one fragment without aliases', (name) => {
    const type = schema.getType(name) as GraphQLAbstractType;
    expect(schema.getPossibleTypes(type).length).toBeGreaterThan(1);
    const fragment = parse(`fragment Whole on ${name} { ${wholeSelection(type).text} }`);
    const conflicts = validate(schema, fragment, [OverlappingFieldsCanBeMergedRule]);
    expect(conflicts.map(({ message }) => message)).toEqual([]);
  });

  const argumentsOf = ({ args }: GraphQLField<unknown, unknown>) => args.map(({ name, type }) => `${name}: ${type}`);

  /** They are about the team as a whole. */
  const OF_THE_TEAM = ['loadSampleData', 'removeSampleData', 'testGmailPostmaster', 'disconnectGmailPostmaster'];

  test.each(mutations.filter(({ name }) => !OF_THE_TEAM.includes(name)).map((field) => [field.name, field] as const))(
    '%s takes an id, or one input named after it',
    (name, field) => {
      expect([['id: ID!'], [`input: ${capital(name)}Input!`]]).toContainEqual(argumentsOf(field));
    },
  );

  test('names the input of a query after the query, which takes nothing else', () => {
    const taking = queries.filter(({ args }) => args.some(({ name }) => name === 'input'));
    expect(taking.length).toBeGreaterThan(3);
    for (const field of taking) expect(argumentsOf(field)).toEqual([`input: ${capital(field.name)}Input!`]);
  });

  test('answers a query for a missing row with null', () => {
    const byId = queries.filter(({ args }) => args.some(({ type }) => String(type) === 'ID!'));
    expect(byId.length).toBeGreaterThan(15);
    expect(byId.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });

  test('has queries with arguments that are never null, which docs/api.md names', async () => {
    const page = await readFile('docs/api.md', 'utf8');
    const [words = ''] = /- \*\*Other queries\*\* are never null: [^.]*\./.exec(page) ?? [];
    const wholeOrNothing = queries.filter(
      ({ type, args }) => isNonNullType(type) && args.length > 0 && !typeName(type).endsWith('Connection'),
    );
    const named = [...words.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named).toEqual(wholeOrNothing.map(({ name }) => name).sort());
  });

  test('has connections that can be null, which docs/api.md names', async () => {
    const page = await readFile('docs/api.md', 'utf8');
    const [words = ''] = /- \*\*Connections that can be null\*\*: [^.]*\./.exec(page) ?? [];
    const connections = queries.filter(({ type }) => typeName(type).endsWith('Connection'));
    const nullable = connections.filter(({ type }) => !isNonNullType(type)).map(({ name }) => name);
    expect([...words.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(nullable.sort());
    expect(connections.length).toBeGreaterThan(nullable.length + 10);
  });

  test('answers a mutation with a nullable payload, named after it, with warnings', () => {
    for (const { name, type } of mutations) {
      expect([name, isNonNullType(type)]).toEqual([name, false]);
      expect([`${capital(name)}Payload`, 'DeletePayload']).toContain(typeName(type));
      const { warnings, ...own } = (type as GraphQLObjectType).getFields();
      expect([name, String(warnings?.type)]).toEqual([name, '[Warning!]!']);
      expect([name, Object.keys(own).length > 0]).toEqual([name, true]);
    }
  });

  test('answers a query that refuses some callers with null', () => {
    const refusing = queries.filter(({ name, extensions }) => extensions.permission || name === 'auditLog');
    expect(refusing.map(({ name }) => name).sort()).toEqual(['auditLog', 'viewer']);
    expect(refusing.filter(({ type }) => isNonNullType(type))).toEqual([]);
  });

  test('answers the deletion of one object with the deleted id', () => {
    const deleting = mutations.filter(({ name }) => /^(delete|discard|end)[A-Z]\w*[^s]$/.test(name));
    expect(deleting.length).toBeGreaterThan(10);
    for (const { type } of deleting) expect(typeName(type)).toBe('DeletePayload');
  });
});
