import { exampleOf } from './example.ts';
import type { JsonSchema } from './json-schema.ts';
import { isObject } from './shapes.ts';

type Components = Record<string, JsonSchema>;

/** A deleted object. */
const isIdAlone = (value: object): boolean => Object.keys(value).join() === 'id';
const isOfId = ({ $ref }: JsonSchema): boolean => $ref === '#/components/schemas/DeletedObject';

/**
 * An example with the required keys of its schema: the given ones, and examples of the others. `component`: the one that the schema belongs
 * to. `parent`: the field that it describes. Of alternatives, the first, except for a deleted object.
 */
export function wholeExample(
  schema: JsonSchema,
  value: unknown,
  components: Components,
  component = '',
  parent = '',
): unknown {
  if (Array.isArray(value) && schema.items)
    return value.map((one) => wholeExample(schema.items as JsonSchema, one, components, component, parent));
  if (!isObject(value)) return value;
  const choices = (schema.anyOf ?? []) as JsonSchema[];
  const first = isIdAlone(value) ? (choices.find(isOfId) ?? choices[0]) : choices[0];
  if (first) return wholeExample(first, value, components, component, parent);
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) as string;
    return wholeExample(components[name] as JsonSchema, value, components, name, parent);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part: JsonSchema) => wholeExample(part, value, components, component, parent));
    return Object.assign({}, ...parts);
  }
  const properties = Object.entries((schema.properties ?? {}) as Components);
  if (properties.length === 0) return value;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(
    properties
      .filter(([name]) => name in value || required.includes(name))
      .map(([name, own]) => [
        name,
        name in value
          ? wholeExample(own, value[name], components, component, name)
          : exampleOf(own, components, { name, parent: parent || component, component }),
      ]),
  );
}
