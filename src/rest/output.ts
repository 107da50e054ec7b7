import {
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import type { Issue } from '../errors.ts';
import { fragmentsOf, operationOf } from './document-parts.ts';
import { messageOf } from './errors.ts';

type Rewrite = (data: object) => void;
type Write = (value: never) => unknown;

/** What is wrong leaves in words where a document calls it `message: issues`. */
export const isMessage = (key: string, type: GraphQLOutputType): boolean =>
  key === 'message' && getNamedType(type).name === 'Issue';

/**
 * Gives a function that rewrites a result of the document in place for the wire, where enumerations are in lower case
 * and issues in words. It touches those fields alone; undefined when there are none.
 */
export function wireWriter(schema: GraphQLSchema, document: DocumentNode): Rewrite | undefined {
  const fragments = fragmentsOf(document);
  const operation = operationOf(document);
  const root = schema.getRootType(operation.operation);
  return root ? compile(root, operation.selectionSet) : undefined;

  function compile(type: GraphQLOutputType, selection: SelectionSetNode): Rewrite | undefined {
    const steps = [...stepsOf(type, selection)];
    if (steps.length === 0) return undefined;
    return (data) => {
      const record = data as Record<string, unknown>;
      for (const [key, write] of steps) if (record[key] != null) record[key] = write(record[key] as never);
    };
  }

  function* stepsOf(type: GraphQLOutputType, { selections }: SelectionSetNode): Generator<[string, Write]> {
    if (!isObjectType(type)) return;
    for (const node of selections) {
      if (node.kind === 'FragmentSpread') yield* stepsOf(type, fragments.get(node.name.value)!.selectionSet);
      if (node.kind !== 'Field' || node.name.value.startsWith('__')) continue;
      const key = (node.alias ?? node.name).value;
      const fieldType = type.getFields()[node.name.value]!.type;
      const write = writeOf(key, fieldType, node.selectionSet);
      if (write) yield [key, write];
    }
  }

  function writeOf(key: string, type: GraphQLOutputType, selection: SelectionSetNode | undefined): Write | undefined {
    if (isMessage(key, type)) return (issues: Issue[]) => messageOf(issues);
    const named = getNamedType(type);
    if (isEnumType(named)) return (name: string) => name.toLowerCase();
    const rewrite = selection && compile(named, selection);
    return rewrite && ((value: object | object[]) => rewriteAll(rewrite, value));
  }
}

function rewriteAll(rewrite: Rewrite, value: object | object[]): object {
  if (Array.isArray(value)) for (const item of value) rewrite(item);
  else rewrite(value);
  return value;
}
