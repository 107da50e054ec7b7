import {
  defaultFieldResolver,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Context } from './context.ts';
import { OWN_FIELDS } from './descriptions/own-fields.ts';
import { wordsOf } from './descriptions/words.ts';
import { type Payload, warningsOf } from './payload-warnings.ts';

type Fields = Record<string, GraphQLFieldConfig<Payload, Context>>;

/**
 * Gives each mutation a payload with `warnings`, named after the mutation (docs/adr/0185). An object that has an id, or
 * that queries return too, is a field named after its type: `createTag { tag { id } warnings { message } }`. The
 * fields of other types move to the payload. Payloads are nullable, so a failed mutation does not hide the results of
 * the others. Resolvers stay as they are. Returns a new schema.
 */
export function withPayloads(schema: GraphQLSchema): GraphQLSchema {
  const { mutation, types, ...rest } = schema.toConfig();
  if (!mutation) return schema;
  const shared = new Set(types.filter((type) => type !== mutation).flatMap(typesOfFields));
  const isResult = (type: GraphQLOutputType): type is GraphQLObjectType =>
    isObjectType(type) && !shared.has(type) && !('id' in type.getFields());
  const payloads = new Map<string, GraphQLObjectType>();
  const replaced = new Set<GraphQLNamedType>([mutation]);

  const payloadOf = (mutation: string, value: GraphQLOutputType): GraphQLObjectType => {
    const result = isResult(value) ? value : undefined;
    if (result) replaced.add(result);
    const name = result?.name === SHARED ? SHARED : `${capital(mutation)}Payload`;
    const made = new GraphQLObjectType({
      name,
      description:
        result?.description ??
        (name === SHARED
          ? null
          : result
            ? `What \`${mutation}\` did, and warnings about it.`
            : textOf(mutation, value)),
      fields: {
        ...(result ? fieldsOf(result) : { [fieldName(value)]: valueField(mutation, value) }),
        warnings: warningsOf(schema, value),
      },
    });
    const payload = payloads.get(name) ?? made;
    payloads.set(name, payload);
    return payload;
  };

  const { fields, ...config } = mutation.toConfig();
  const wrapped = Object.entries(fields).map(([name, { type, resolve, extensions, ...field }]) => {
    const value = getNullableType(type);
    const payload = {
      type: payloadOf(name, value),
      resolve: inPayload(resolve as Resolve),
      extensions: { ...extensions, isPerItem: isListType(value) },
    };
    return [name, { ...field, ...payload }];
  });
  return new GraphQLSchema({
    ...rest,
    mutation: new GraphQLObjectType({ ...config, fields: Object.fromEntries(wrapped) }),
    types: types.filter((type) => !replaced.has(type)), // a payload may still have some of them
  });
}

type Resolve = GraphQLFieldResolver<unknown, Context>;

/** The payload of all deletions. */
const SHARED = 'DeletePayload';

const typesOfFields = (type: GraphQLNamedType): GraphQLNamedType[] =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).map((field) => getNamedType(field.type))
    : [];

const inPayload =
  (resolve: Resolve): Resolve =>
  async (...call): Promise<Payload> => ({ value: await resolve(...call) });

/** The fields of a type, on a payload with its value. */
const fieldsOf = (type: GraphQLObjectType): Fields =>
  Object.fromEntries(
    Object.entries(type.toConfig().fields).map(([name, { resolve = defaultFieldResolver, ...field }]) => [
      name,
      { ...field, resolve: ({ value }: Payload, ...call) => resolve(value, ...call) },
    ]),
  );

const valueField = (mutation: string, type: GraphQLOutputType): Fields[string] => ({
  type: new GraphQLNonNull(type),
  description: fieldText(mutation, type),
  resolve: ({ value }) => value,
});

/** The fields of a payload. */
const textOf = (mutation: string, type: GraphQLOutputType): string =>
  `${fieldText(mutation, type).replace(/\.(?: .*)?$/, '')}, and warnings about ${isListType(type) ? 'them' : 'it'}.`;

/** The meaning of a payload's value. */
const fieldText = (mutation: string, type: GraphQLOutputType): string =>
  OWN_FIELDS[`${capital(mutation)}Payload.${fieldName(type)}`] ??
  valueText(mutation, wordsOf(getNamedType(type).name), isListType(type));

/** What the value is: new after a creation, changed after anything else. */
const valueText = (mutation: string, words: string, isList: boolean): string => {
  if (isList) return `The ${words.endsWith('result') ? 'result' : words}s, in the order of the input.`;
  return /^(create|duplicate)/.test(mutation) ? `The new ${words}.` : `The ${words} after the change.`;
};

/**
 * `sendingDomain` for a SendingDomain, `transactionalMails` for a list of TransactionalMail. `results` for the results of
 * a batch, whatever it has.
 */
const fieldName = (type: GraphQLOutputType): string => {
  const { name } = getNamedType(type);
  if (!isListType(type)) return name.replace(/^./, (letter) => letter.toLowerCase());
  return name.endsWith('Result') ? 'results' : `${name.replace(/^./, (letter) => letter.toLowerCase())}s`;
};

const capital = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());
