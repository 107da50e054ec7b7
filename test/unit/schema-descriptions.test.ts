import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/schema/error-code.ts';
import { schema } from '../../src/schema/index.ts';

interface Described {
  place: string;
  name: string;
  text: string;
  type?: GraphQLNamedType;
  isInput: boolean;
}

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

interface Part {
  name: string;
  type: GraphQLInputType | GraphQLOutputType;
  description?: string | null | undefined;
}

const partOf = (place: string, { name, type, description }: Part, isInput: boolean): Described => ({
  place,
  name,
  text: description ?? '',
  type: getNamedType(type) as GraphQLNamedType,
  isInput,
});

/** Every type, field, argument and input field, with its description. */
const described: Described[] = types.flatMap((type) => {
  const isInput = isInputObjectType(type);
  const own = { place: type.name, name: type.name, text: type.description ?? '', isInput };
  if (isInputObjectType(type))
    return [own, ...Object.values(type.getFields()).map((field) => partOf(`${type.name}.${field.name}`, field, true))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields()).flatMap((field) => [
    partOf(`${type.name}.${field.name}`, field, false),
    ...field.args.map((arg) => partOf(`${type.name}.${field.name}(${arg.name})`, arg, true)),
  ]);
  return [own, ...fields];
});

const shown = (found: readonly Described[]) => found.map(({ place, text }) => `${place}: ${text}`);

test('descriptions of ids name the object, not the operation', () => {
  const ofOperation = described.filter(({ text }) =>
    /The id of the (create|update|delete|revoke|rotate|send|share|test|sign in)\b/i.test(text),
  );
  expect(shown(ofOperation)).toEqual([]);
});

test('the id of a mutation names the object that it takes', () => {
  const { shareCampaignReport, revokeCampaignReportLink } = schema.getMutationType()!.getFields();
  for (const field of [shareCampaignReport, revokeCampaignReportLink])
    expect(field!.args.map(({ description }) => description)).toEqual([
      'The id of the campaign. An unknown id fails with NOT_FOUND.',
    ]);
});

test('`Node` promises no form of ids, and entries that `node` does not find say so', () => {
  const idOf = (name: string) => described.find(({ place }) => place === `${name}.id`)?.text;
  expect(idOf('Node')).toBe('Opaque. It never changes.');
  for (const name of ['Engagement', 'Feedback', 'SubscriberChange', 'TimelineEntry'])
    expect(idOf(name)).toMatch(/^Identifies .* Not available through `node`\.$/);
});

test('each nullable field of an object says when it is null', () => {
  const unsaid = types.filter(isObjectType).flatMap((type) => {
    // A root field is null beside its error. In a comparison, one field is not null.
    const isExplained = ROOTS.has(type.name) || / one field is not null\b/.test(type.description ?? '');
    const nullable = Object.values(type.getFields()).filter((field) => !isExplained && !isNonNullType(field.type));
    return nullable.map((field) => partOf(`${type.name}.${field.name}`, field, false));
  });
  expect(unsaid.length).toBeGreaterThan(300);
  expect(shown(unsaid.filter(({ text }) => !/\bnull\b/i.test(text)))).toEqual([]);
});

test('a field without null does not speak of a default', () => {
  const outputs = described.filter(({ isInput, place }) => !isInput && place.includes('.'));
  expect(shown(outputs.filter(({ text }) => /\bDefault: /.test(text)))).toEqual([]);
});

test('the description of the queries lists every code of an error', () => {
  const [, codes = ''] = /`extensions\.code`: ([^.]+)\./.exec(schema.getQueryType()?.description ?? '') ?? [];
  expect(codes.split(/, | or /)).toEqual(Object.keys(ERROR_CODES));
});

test('each mutation that creates, sends or changes a status says when it fails, or what a repeated call does', () => {
  const IDEMPOTENT = /^(update|delete|set|rename|remove|add|check|confirm|discard|end|revoke|test|withdraw)/;
  const mutations = Object.values(schema.getMutationType()!.getFields());
  const others = mutations.filter(({ name }) => !IDEMPOTENT.test(name));
  expect(others.length).toBeGreaterThan(50);
  const SAID = /[Ff]ails with|[Ee]ach call|[Rr]epeat|again|[Oo]nce|existing|second call/;
  expect(others.filter(({ description }) => !SAID.test(description ?? '')).map(({ name }) => name)).toEqual([]);
});

test('each operation with a permission of its own names it', () => {
  const roots = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) => Object.values(type.getFields()));
  const own = roots.filter(({ extensions }) => extensions.permission);
  expect(own.length).toBeGreaterThan(8);
  const unsaid = own.filter(({ description }) => !/Only for|is enough/.test(description ?? ''));
  expect(unsaid.map(({ name }) => name)).toEqual([]);
});

test('descriptions use no filler', () => {
  const FILLERS = /^(Everything that|All arguments as|How many (there are|failed)\.|All of them together|Must be true)/;
  expect(shown(described.filter(({ text }) => FILLERS.test(text)))).toEqual([]);
});

test('descriptions of numbers do not speak of upper and lower case', () => {
  const numbers = described.filter(({ type }) => ['Float', 'Int', 'Money', 'SafeInt'].includes(type?.name ?? ''));
  expect(numbers.length).toBeGreaterThan(300);
  expect(shown(numbers.filter(({ text }) => /without case|insensitive/i.test(text)))).toEqual([]);
});

test('only inputs say what must be set', () => {
  const outputs = described.filter(({ isInput }) => !isInput);
  expect(shown(outputs.filter(({ text }) => /Must be true|Set exactly one/.test(text)))).toEqual([]);
});

test('a creation answers with a new object, not with one after a change', () => {
  const created = described.filter(({ place }) => /^(Create|Duplicate)\w+Payload\.(?!warnings)/.test(place));
  expect(created.length).toBeGreaterThan(20);
  expect(shown(created.filter(({ text }) => /after the change/.test(text)))).toEqual([]);
});

test('descriptions write values of enumerations as the schema does', () => {
  const wrong = described.filter(({ text, type }) => {
    if (!type || !isEnumType(type)) return false;
    const values = type.getValues().map(({ name }) => name.toLowerCase());
    return values.some((value) => text.includes(`\`${value}\``));
  });
  expect(shown(wrong)).toEqual([]);
});

test('descriptions do not say how REST differs', () => {
  const found = described.filter(({ text }) => /\bIn REST\b|\bREST also\b/.test(text));
  expect(shown(found)).toEqual([]);
});
