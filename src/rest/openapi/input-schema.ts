import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { wireName } from '../wire.ts';
import { described, type JsonSchema, leafSchema, orNull, reference } from './json-schema.ts';

/** The schema of a variable's value with wire names. Input objects become components. */
export function inputSchema(type: GraphQLInputType, components: Record<string, JsonSchema>): JsonSchema {
  return isNonNullType(type) ? nonNullInput(type.ofType, components) : orNull(nonNullInput(type, components));
}

function nonNullInput(type: GraphQLInputType, components: Record<string, JsonSchema>): JsonSchema {
  if (isListType(type)) return { type: 'array', items: inputSchema(type.ofType, components) };
  if (!isInputObjectType(type)) return leafSchema(type as Parameters<typeof leafSchema>[0]);
  if (!components[type.name]) {
    const component: JsonSchema = { type: 'object' };
    components[type.name] = component; // before its fields, which may refer to this type
    const fields = Object.values(type.getFields());
    const properties = fields.map((field) => [
      wireName(field.name),
      described(inputSchema(field.type, components), field.description),
    ]);
    const required = fields.filter((field) => isNonNullType(field.type)).map((field) => wireName(field.name));
    Object.assign(component, described({ properties: Object.fromEntries(properties) }, type.description));
    if (required.length > 0) component.required = required;
  }
  return reference(type.name);
}
