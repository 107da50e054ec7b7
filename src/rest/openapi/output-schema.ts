import {
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { isMessage } from '../output.ts';
import { described, type JsonSchema, leafSchema, orNull, reference } from './json-schema.ts';
import { listOf, object } from './shapes.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The schema of what a selection on a type gives. A selection that is one fragment is a component of its name. */
export function outputSchema(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): JsonSchema {
  return isNonNullType(type)
    ? nonNullOutput(type.ofType, selection, fragments)
    : orNull(nonNullOutput(type, selection, fragments));
}

function nonNullOutput(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): JsonSchema {
  if (isListType(type)) return listOf(outputSchema(type.ofType, selection, fragments));
  if (!isObjectType(type) || !selection) return leafOutput(type as GraphQLNamedType);
  const [only, ...others] = selection.selections;
  if (only?.kind !== 'FragmentSpread' || others.length > 0) return object(fieldsOf(type, selection, fragments));
  const { name, selectionSet } = fragments.get(only.name.value) as FragmentDefinitionNode;
  return reference(name.value, object(fieldsOf(type, selectionSet, fragments)));
}

/** What we give as an Int counts something, and is never below 0. Money is a SafeInt. */
const leafOutput = (type: GraphQLNamedType): JsonSchema =>
  type.name === 'Int' ? { ...leafSchema(type), minimum: 0 } : leafSchema(type);

function fieldsOf(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fragments: Fragments,
): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {};
  for (const node of selections) {
    if (node.kind === 'FragmentSpread') {
      Object.assign(properties, fieldsOf(type, fragments.get(node.name.value)!.selectionSet, fragments));
    }
    const field = node.kind === 'Field' ? type.getFields()[node.name.value] : undefined;
    if (node.kind !== 'Field' || !field) continue;
    const key = (node.alias ?? node.name).value;
    properties[key] = described(fieldSchema(key, field.type, node.selectionSet, fragments), field.description);
  }
  return properties;
}

function fieldSchema(
  key: string,
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): JsonSchema {
  if (!isMessage(key, type)) return outputSchema(type, selection, fragments);
  return isNonNullType(type) ? { type: 'string' } : { type: ['string', 'null'] };
}
