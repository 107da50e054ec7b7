import {
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { wireName } from '../wire.ts';

export type JsonSchema = Record<string, unknown>;

const SCALARS: Record<string, JsonSchema> = {
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  ID: { type: 'string', format: 'uuid' },
  DateTime: { type: 'string', format: 'date-time' },
  // Letters beyond ASCII may stand before the @: `email` would be the promise that they do not.
  EmailAddress: { type: 'string', format: 'idn-email' },
  SafeInt: { type: 'integer', maximum: Number.MAX_SAFE_INTEGER, minimum: Number.MIN_SAFE_INTEGER },
  NonNegativeInt: { type: 'integer', minimum: 0 },
  JSONObject: { type: 'object', additionalProperties: true },
  JSON: {},
};

const leaf = (type: GraphQLNamedType): JsonSchema =>
  isEnumType(type) ? { type: 'string', enum: wireValues(type) } : (SCALARS[type.name] ?? {});

const wireValues = (type: GraphQLEnumType): string[] => type.getValues().map(({ name }) => name.toLowerCase());

export const orNull = (schema: JsonSchema): JsonSchema => {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
};

/** JSON Schemas from GraphQL types, with the names of the wire; named ones are gathered as components. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  input(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.#given(type.ofType);
    return orNull(this.#given(type));
  }

  #given(type: GraphQLInputType): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.input(type.ofType) };
    if (!isInputObjectType(type)) return leaf(type as GraphQLNamedType);
    if (!this.components[type.name]) {
      this.components[type.name] = {};
      const fields = Object.values(type.getFields());
      const required = fields.filter((field) => isNonNullType(field.type)).map((field) => wireName(field.name));
      this.components[type.name] = {
        type: 'object',
        ...(type.description && { description: type.description }),
        properties: Object.fromEntries(
          fields.map((field) => [wireName(field.name), described(this.input(field.type), field.description)]),
        ),
        ...(required.length > 0 && { required }),
      };
    }
    return reference(type.name);
  }

  /** The schema of what a selection on a type gives. A selection that is one fragment becomes a component of its name. */
  output(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    fragments: Map<string, FragmentDefinitionNode>,
  ): JsonSchema {
    if (isNonNullType(type)) return this.#taken(type.ofType, selection, fragments);
    return orNull(this.#taken(type, selection, fragments));
  }

  #taken(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    fragments: Map<string, FragmentDefinitionNode>,
  ) {
    if (isListType(type)) return { type: 'array', items: this.output(type.ofType, selection, fragments) };
    if (!isObjectType(type) || !selection) return leaf(type as GraphQLNamedType);
    const [only, ...others] = selection.selections;
    if (only?.kind !== 'FragmentSpread' || others.length > 0) return this.#object(type, selection, fragments);
    const { name, selectionSet } = fragments.get(only.name.value) as FragmentDefinitionNode;
    this.components[name.value] ??= this.#object(type, selectionSet, fragments);
    return reference(name.value);
  }

  #object(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    fragments: Map<string, FragmentDefinitionNode>,
  ): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    for (const node of selections) {
      if (node.kind === 'FragmentSpread') {
        const fragment = fragments.get(node.name.value) as FragmentDefinitionNode;
        Object.assign(properties, this.#object(type, fragment.selectionSet, fragments).properties);
      }
      const field = node.kind === 'Field' ? type.getFields()[node.name.value] : undefined;
      if (node.kind !== 'Field' || !field) continue;
      const key = (node.alias ?? node.name).value;
      properties[key] = described(this.output(field.type, node.selectionSet, fragments), field.description);
    }
    return { type: 'object', properties, required: Object.keys(properties) };
  }
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;
