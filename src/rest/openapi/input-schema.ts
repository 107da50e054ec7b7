import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { isOrder, sortsOf } from '../sort.ts';
import { wireName } from '../wire.ts';
import { type Form, fieldForm, formIn, itemForm, requires, shaped, takesNull, takesText } from './form.ts';
import { partIn, partSchema } from './json-parts.ts';
import { deprecated, described, type JsonSchema, leafSchema, orNull, reference } from './json-schema.ts';

/**
 * The schema of a variable's value with wire names, in the form that the domain takes. Input objects become components. Null is
 * only possible where the domain takes it. `part`: the component of a JSON value.
 */
export function inputSchema(
  type: GraphQLInputType,
  components: Record<string, JsonSchema>,
  form?: Form,
  part?: string,
): JsonSchema {
  if (isNonNullType(type)) return part ? partSchema(type, part, form) : nonNullInput(type.ofType, components, form);
  const schema = part ? partSchema(type, part, form) : nonNullInput(type, components, form);
  return takesNull(form) ? orNull(schema) : schema;
}

function nonNullInput(type: GraphQLInputType, components: Record<string, JsonSchema>, form: Form): JsonSchema {
  if (isListType(type)) {
    const list = shaped({ type: 'array', items: inputSchema(type.ofType, components, itemForm(form)) }, form);
    return takesText(form) ? { anyOf: [list, { type: 'string' }] } : list;
  }
  if (isOrder(type)) return { type: 'string', enum: sortsOf(type) };
  if (!isInputObjectType(type)) return shaped(leafSchema(type as Parameters<typeof leafSchema>[0]), form);
  const own = formIn(type) ?? form;
  if (!components[type.name]) {
    const component: JsonSchema = { type: 'object', additionalProperties: false };
    components[type.name] = component; // before its fields, which may refer to this type
    const fields = Object.values(type.getFields());
    const properties = fields.map((field) => [
      wireName(field.name),
      deprecated(
        field,
        described(inputSchema(field.type, components, fieldForm(own, field.name), partIn(field)), field.description),
      ),
    ]);
    const required = fields.filter((field) => isNonNullType(field.type) || requires(own, field.name));
    Object.assign(component, described({ properties: Object.fromEntries(properties) }, type.description));
    if (type.isOneOf) Object.assign(component, { minProperties: 1, maxProperties: 1 });
    if (required.length > 0) component.required = required.map((field) => wireName(field.name));
  }
  return reference(type.name);
}
