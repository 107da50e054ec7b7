import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';

type Writer = (value: never) => unknown;

/**
 * Enumerations leave in lower case on the wire. Gives a function that rewrites a result of the document in place,
 * touching only the fields that are enumerations; undefined when there are none.
 */
export function enumWriter(schema: GraphQLSchema, document: DocumentNode): ((data: object) => void) | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const part of document.definitions) if (part.kind === 'FragmentDefinition') fragments.set(part.name.value, part);
  const operation = document.definitions.find((part) => part.kind === 'OperationDefinition');
  const root = operation && schema.getRootType(operation.operation);
  return operation && root ? compile(root, operation.selectionSet) : undefined;

  function compile(type: GraphQLOutputType, selection: SelectionSetNode): ((data: object) => void) | undefined {
    const steps = [...stepsOf(type, selection)];
    if (steps.length === 0) return undefined;
    return (data) => {
      const record = data as Record<string, unknown>;
      for (const [key, write] of steps) if (record[key] != null) record[key] = write(record[key] as never);
    };
  }

  function* stepsOf(type: GraphQLOutputType, { selections }: SelectionSetNode): Generator<[string, Writer]> {
    if (!isObjectType(type)) return;
    for (const node of selections) {
      if (node.kind === 'FragmentSpread') yield* stepsOf(type, fragments.get(node.name.value)!.selectionSet);
      if (node.kind !== 'Field' || node.name.value.startsWith('__')) continue;
      const key = (node.alias ?? node.name).value;
      const fieldType = getNamedType(type.getFields()[node.name.value]!.type);
      if (isEnumType(fieldType)) yield [key, (name: string) => name.toLowerCase()];
      const inner = node.selectionSet && compile(fieldType, node.selectionSet);
      if (inner) yield [key, (value: object | object[]) => write(inner, value)];
    }
  }
}

function write(inner: (data: object) => void, value: object | object[]): object {
  if (Array.isArray(value)) for (const item of value) inner(item);
  else inner(value);
  return value;
}
