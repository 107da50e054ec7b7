import {
  type DocumentNode,
  type GraphQLEnumType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Issue } from '../errors.ts';
import { fieldsIn, fragmentsOf, operationOf, type Selected } from './document-parts.ts';
import { messageOf } from './errors.ts';
import { wireValue } from './wire.ts';

type Rewrite = (data: object) => void;
type Write = (value: never) => unknown;

/** Issues become text in fields that a document names `message: issues`. */
export const isMessage = (key: string, type: GraphQLOutputType): boolean =>
  key === 'message' && getNamedType(type).name === 'Issue';

/** Warnings become text in fields that select their message only. */
export const isAdvice = (type: GraphQLOutputType, selection: SelectionSetNode | undefined): boolean =>
  getNamedType(type).name === 'Warning' &&
  selection?.selections.length === 1 &&
  selection.selections[0]?.kind === Kind.FIELD &&
  selection.selections[0].name.value === 'message';

/**
 * Returns a function that rewrites a result in place for the wire: enumerations in lower case, issues as text, and
 * null for fields that only other types of an interface have. Touches only those fields. Undefined if there are none.
 */
export function wireWriter(schema: GraphQLSchema, document: DocumentNode): Rewrite | undefined {
  const fragments = fragmentsOf(document);
  const operation = operationOf(document);
  const root = schema.getRootType(operation.operation);
  return root ? compile(root, operation.selectionSet) : undefined;

  function compile(type: GraphQLOutputType, selection: SelectionSetNode): Rewrite | undefined {
    const fields = [...fieldsIn(schema, type, selection, fragments)];
    const steps = fields.flatMap(({ key, field, node }): [string, Write][] => {
      const write = writeOf(key, field, node.selectionSet);
      return write ? [[key, write]] : [];
    });
    const keys = fields.some(({ ofSome }) => ofSome) ? fields.map(({ key }) => key) : undefined;
    if (steps.length === 0 && !keys) return undefined;
    return (data) => {
      const record = data as Record<string, unknown>;
      for (const [key, write] of steps) if (record[key] != null) record[key] = write(record[key] as never);
      if (keys) complete(record, keys);
    };
  }

  function writeOf(
    key: string,
    { type, extensions }: Selected['field'],
    selection: SelectionSetNode | undefined,
  ): Write | undefined {
    if (isMessage(key, type)) return (issues: Issue[]) => messageOf(issues, extensions.inFull === true);
    if (isAdvice(type, selection)) return (all: { message: string }[]) => all.map(({ message }) => message);
    const named = getNamedType(type);
    if (isEnumType(named)) return enumWriter(named);
    const rewrite = selection && compile(named, selection);
    return rewrite && ((value: object | object[]) => rewriteAll(rewrite, value));
  }
}

/** Writes a value of an enumeration, or a list of values. */
function enumWriter(type: GraphQLEnumType): Write {
  const values = new Map(type.getValues().map((one) => [one.name, wireValue(one)]));
  return (name: string | string[]) => (Array.isArray(name) ? name.map((one) => values.get(one)) : values.get(name));
}

function rewriteAll(rewrite: Rewrite, value: object | object[]): object {
  if (Array.isArray(value)) for (const item of value) rewrite(item);
  else rewrite(value);
  return value;
}

/** Fills in missing keys of a record with null, in this order. */
function complete(record: Record<string, unknown>, keys: readonly string[]): void {
  for (const key of keys) {
    const value = record[key] ?? null;
    delete record[key];
    record[key] = value;
  }
}
