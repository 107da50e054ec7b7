import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { fieldsIn, fragmentsOf, operationOf, rootFieldOf } from '../document-parts.ts';
import { type Form, fieldForm, formIn } from './form.ts';
import { partIn } from './json-parts.ts';

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

/** What the schema says about an argument. */
interface Known {
  description: Description;
  form: Form;
  /** The component of a JSON value. */
  part: string | undefined;
}

/** The arguments, and fields of inputs, that take the variables of a document, by variable name. */
export function variableArguments(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    Argument({ name, value }) {
      if (value.kind !== Kind.VARIABLE) return;
      const field = types.getFieldDef();
      const form = field ? fieldForm(formIn(field), name.value) : undefined;
      const argument = types.getArgument();
      const part = argument ? partIn(argument) : undefined;
      known.set(value.name.value, { description: argument?.description, form, part });
    },
    ObjectField({ name, value }) {
      if (value.kind !== Kind.VARIABLE) return;
      const input = getNamedType(types.getParentInputType());
      const field = isInputObjectType(input) ? input.getFields()[name.value] : undefined;
      const form = field ? fieldForm(formIn(input as GraphQLInputObjectType), name.value) : undefined;
      const part = field ? partIn(field) : undefined;
      known.set(value.name.value, { description: field?.description, form, part });
    },
  });
  visit(document, visitor);
  return known;
}
