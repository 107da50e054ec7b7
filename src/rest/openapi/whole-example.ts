import { exampleOf } from './example.ts';
import type { JsonSchema } from './json-schema.ts';

type Components = Record<string, JsonSchema>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An example with all keys of its schema: the given ones, and examples of the others. `component`: the one that the schema belongs
 * to. Of alternatives, the first.
 */
export function wholeExample(schema: JsonSchema, value: unknown, components: Components, component = ''): unknown {
  if (!isObject(value)) return value;
  const [first] = (schema.anyOf ?? []) as JsonSchema[];
  if (first) return wholeExample(first, value, components, component);
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) as string;
    return wholeExample(components[name] as JsonSchema, value, components, name);
  }
  const properties = Object.entries((schema.properties ?? {}) as Components);
  if (properties.length === 0) return value;
  return Object.fromEntries(
    properties.map(([name, own]) => [
      name,
      name in value
        ? wholeExample(own, value[name], components, component)
        : exampleOf(own, components, { name, parent: component, component }),
    ]),
  );
}
