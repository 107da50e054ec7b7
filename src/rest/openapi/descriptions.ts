import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { operationOf, rootFieldOf } from '../document-parts.ts';

type Description = string | null | undefined;

/**
 * What the schema says of an operation: of its root field, or of the one part that a query asks for, such as the errors of an
 * import.
 */
export function operationDescription(schema: GraphQLSchema, document: DocumentNode): Description {
  const operation = operationOf(document);
  const root = rootFieldOf(operation);
  const field = schema.getRootType(operation.operation)?.getFields()[root.name.value];
  const owner = field && getNamedType(field.type);
  const [part, ...others] = root.selectionSet?.selections ?? [];
  if (operation.operation !== 'query' || !isObjectType(owner) || part?.kind !== Kind.FIELD || others.length > 0) {
    return field?.description;
  }
  const asked = owner.getFields()[part.name.value];
  return asked && isCompositeType(getNamedType(asked.type)) ? asked.description : field?.description;
}

/** What the schema says of the arguments that take variables, by the names of the variables. */
export function variableDescriptions(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, Description> {
  const descriptions = new Map<string, Description>();
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    Argument({ value }) {
      if (value.kind === Kind.VARIABLE) descriptions.set(value.name.value, types.getArgument()?.description);
    },
  });
  visit(document, visitor);
  return descriptions;
}
