import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';

/** The single operation of a route's document. */
export const operationOf = (document: DocumentNode): OperationDefinitionNode =>
  document.definitions.find((part) => part.kind === Kind.OPERATION_DEFINITION)!;

export const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((part) => part.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** The single root field of an operation. */
export function rootFieldOf({ name, selectionSet: { selections } }: OperationDefinitionNode): FieldNode {
  const [root, ...others] = selections;
  if (root?.kind !== Kind.FIELD || others.length > 0) throw new Error(`${name?.value} must ask for one field.`);
  return root;
}

/** The alias under which a document selects the object of a mutation's payload. */
const RESULT = 'result';

/** The field of a mutation's payload that is the answer of a route, if the document selects only that. */
function resultOf(document: DocumentNode): FieldNode | undefined {
  const [field, ...others] = rootFieldOf(operationOf(document)).selectionSet?.selections ?? [];
  return field?.kind === Kind.FIELD && others.length === 0 && field.alias?.value === RESULT ? field : undefined;
}

/** The part of a root field's value that is the answer of a route: `result` of a payload, or all of it. */
export const answerOf = (document: DocumentNode): ((value: unknown) => unknown) =>
  resultOf(document) ? (value) => (value as Record<typeof RESULT, unknown>)[RESULT] : (value) => value;

/** The field whose value is the answer of a route, and its type. */
export function answeredField(
  document: DocumentNode,
  root: GraphQLField<unknown, unknown>,
): { node: FieldNode; type: GraphQLOutputType } {
  const node = resultOf(document);
  if (!node) return { node: rootFieldOf(operationOf(document)), type: root.type };
  const payload = getNamedType(root.type) as GraphQLObjectType;
  return { node, type: payload.getFields()[node.name.value]!.type };
}

/** The variables of a document. */
export const variablesIn = (document: DocumentNode): readonly VariableDefinitionNode[] =>
  operationOf(document).variableDefinitions ?? [];

export type Fragments = ReturnType<typeof fragmentsOf>;

/** A selected field under its key in the result. */
export interface Selected {
  key: string;
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  /**
   * Selected in an inline fragment, so only some types of an interface have it. On the wire it is null for the
   * others.
   */
  ofSome: boolean;
}

/** The fields that a selection on a type contains, including those of its fragments. */
export function* fieldsIn(
  schema: GraphQLSchema,
  type: GraphQLOutputType | undefined,
  { selections }: SelectionSetNode,
  fragments: Fragments,
): Generator<Selected> {
  if (!isObjectType(type) && !isInterfaceType(type)) return;
  for (const node of selections) {
    if (node.kind === Kind.FIELD) {
      const field = type.getFields()[node.name.value];
      if (field) yield { key: (node.alias ?? node.name).value, node, field, ofSome: false };
      continue;
    }
    const inline = node.kind === Kind.INLINE_FRAGMENT;
    const part = inline ? node : (fragments.get(node.name.value) as FragmentDefinitionNode);
    const narrowed = part.typeCondition ? schema.getType(part.typeCondition.name.value) : type;
    for (const selected of fieldsIn(schema, narrowed as GraphQLOutputType, part.selectionSet, fragments)) {
      yield { ...selected, ofSome: selected.ofSome || (inline && narrowed !== type) };
    }
  }
}
