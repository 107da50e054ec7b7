import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isScalarType,
  OperationTypeNode,
} from 'graphql';
import { beginAction, type Done, finishAction, recordAction, retractAction } from '../../domain/audit/record-action.ts';
import { LONG_MS, transaction } from '../../scope.ts';
import type { Context } from '../context.ts';
import { createLoaders } from '../loaders.ts';
import { entryOf, FILES } from './entries.ts';
import { actedOn, type Called, type Entry, type NoEntry } from './entry.ts';

type Field = GraphQLField<unknown, Context>;
type Args = Called['args'];
type Work = (context: Context) => Promise<unknown>;

/**
 * Records every successful mutation and every file download in the audit log. Changes and returns the given schema.
 * Throws if a mutation or a file has no entry, so that none is forgotten.
 */
export function withAuditLog(schema: GraphQLSchema): GraphQLSchema {
  for (const field of fieldsOf(schema, OperationTypeNode.MUTATION)) {
    const entry = entryFor(field);
    if (!('never' in entry)) field.resolve = recordedMutation(field, entry);
  }
  for (const field of fieldsOf(schema, OperationTypeNode.SUBSCRIPTION).filter(givesFile)) {
    field.subscribe = recordedFile(field, fileEntryFor(field));
  }
  return schema;
}

const fieldsOf = (schema: GraphQLSchema, kind: OperationTypeNode): Field[] =>
  Object.values(schema.getRootType(kind)?.getFields() ?? {});

/** The parts of a file are text. */
const givesFile = ({ type }: Field): boolean => isScalarType(getNamedType(type));

const entryFor = ({ name }: Field): Entry | NoEntry => entryOf(name) ?? missing(name);

const fileEntryFor = ({ name }: Field): Entry => FILES[name] ?? missing(name);

function missing(name: string): never {
  throw new Error(
    `The audit log does not know ${name}: give its object an action in src/domain/audit/audited.ts, or add an entry to src/schema/audit/entries.ts.`,
  );
}

function recordedMutation(field: Field, entry: Entry): GraphQLFieldResolver<unknown, Context> {
  const resolve = field.resolve as GraphQLFieldResolver<unknown, Context>;
  const known = inputFieldsOf(field);
  return (source, args: Args, context, info) => {
    const work: Work = async (context) => resolve(source, args, context, info);
    if (!isRecorded(entry, context)) return resolve(source, args, context, info);
    const given: Args = args.input ?? args;
    const fields = known.filter((one) => isGiven(one, given[one.name])).map(({ name }) => name);
    return (entry.apart ? around : within)(entry, { args: given, fields }, context, work);
  };
}

/** The resolver itself refuses callers without permission. */
const isRecorded = ({ by }: Entry, { access, scope }: Context): boolean =>
  access?.ability === 'write' && (by === 'everybody' || scope.actor.kind === 'member');

interface Call {
  args: Args;
  fields: string[];
}

/** Records the mutation in its own transaction: both or neither. */
function within(entry: Entry, { args, fields }: Call, context: Context, work: Work) {
  return transaction(
    context.scope,
    async (scope) => {
      const result = await work({ ...context, scope, loaders: createLoaders(scope) });
      const called = { args, result };
      if (entry.changes?.(called) ?? true) {
        await recordAction(scope, { ...doneBy(entry, called), fields }, context.from);
      }
      return result;
    },
    entry.long ? LONG_MS : undefined,
  );
}

/** Records the start and the end. If the process dies in between, the entry stays as not finished. */
async function around(entry: Entry, { args, fields }: Call, context: Context, work: Work) {
  const { scope, from, installation } = context;
  const id = await beginAction(scope, { ...doneBy(entry, { args, result: undefined }), fields }, from);
  const result = await work(context).catch(async (error) => {
    await retractAction(scope, id).catch(() => {}); // it stays as not finished
    throw error;
  });
  await finishAction(scope, id, doneBy(entry, { args, result })).catch((error: Error) =>
    installation.log.warn({ reason: error.message }, 'could not finish audit log entry'),
  );
  return result;
}

const doneBy = (entry: Entry, called: Called): Omit<Done, 'fields'> => ({
  action: entry.action,
  ...actedOn(entry, called),
});

/** A file is recorded before any part of it is sent. */
function recordedFile(field: Field, entry: Entry): GraphQLFieldResolver<unknown, Context> {
  const subscribe = field.subscribe as GraphQLFieldResolver<unknown, Context>;
  return async (source, args: Args, context, info) => {
    const parts = await subscribe(source, args, context, info);
    try {
      await recordAction(context.scope, { ...doneBy(entry, { args, result: undefined }), fields: [] }, context.from);
    } catch (error) {
      await (parts as AsyncGenerator).return(undefined);
      throw error;
    }
    return parts;
  };
}

/** GraphQL fills in defaults, so nobody can tell them from given ones. REST does not, and its entries are alike. */
const isGiven = ({ defaultValue }: GraphQLInputField, value: unknown): boolean =>
  value !== undefined && value !== defaultValue;

/** The fields of a mutation's `input`, alphabetically, without those that only find the object. */
function inputFieldsOf({ name, args }: Field): GraphQLInputField[] {
  const type = args.find(({ name }) => name === 'input')?.type;
  const input = type && getNamedType(type);
  const finding = name.startsWith('create') ? ['id'] : ['id', 'key'];
  const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
  return fields.filter(({ name }) => !finding.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}
