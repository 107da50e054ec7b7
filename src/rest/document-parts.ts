import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';

/** The one operation of a route's document. */
export const operationOf = (document: DocumentNode): OperationDefinitionNode =>
  document.definitions.find((part) => part.kind === Kind.OPERATION_DEFINITION)!;

export const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((part) => part.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** The one field that an operation asks for. */
export function rootFieldOf({ name, selectionSet: { selections } }: OperationDefinitionNode): FieldNode {
  const [root, ...others] = selections;
  if (root?.kind !== Kind.FIELD || others.length > 0) throw new Error(`${name?.value} must ask for one field.`);
  return root;
}

/** The variables of a document. */
export const variablesIn = (document: DocumentNode): readonly VariableDefinitionNode[] =>
  operationOf(document).variableDefinitions ?? [];
