import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { fieldsIn, fragmentsOf, operationOf, rootFieldOf } from '../document-parts.ts';

type Description = string | null | undefined;
type RootField = GraphQLField<unknown, unknown>;

/**
 * The subject of a query: the single part of a resource that it selects, such as an import's errors, else its root
 * field.
 */
export function describedField(schema: GraphQLSchema, document: DocumentNode, root: RootField): RootField {
  const { selectionSet } = rootFieldOf(operationOf(document));
  if (operationOf(document).operation !== 'query' || !selectionSet) return root;
  const [part, ...others] = fieldsIn(
    schema,
    getNamedType(root.type) as GraphQLOutputType,
    selectionSet,
    fragmentsOf(document),
  );
  return part && others.length === 0 && isCompositeType(getNamedType(part.field.type)) ? part.field : root;
}

/** The schema's descriptions of arguments, by variable name. */
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
