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

/** What a query is about: the one part of a resource that it asks for, such as the errors of an import, else its root field. */
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
