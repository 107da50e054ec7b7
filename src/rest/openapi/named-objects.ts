import { type JsonSchema, typeOf } from './json-schema.ts';
import { objectName } from './object-names.ts';
import { written } from './written.ts';

type Components = Record<string, JsonSchema>;

/** What a place says of an object, and not what it is. */
const OF_PLACE = ['description', 'default', 'deprecated'] as const;

/** Components that are whole bodies or inputs. An object inside another never shares one. */
const IS_WHOLE = /(Input|Form|Response|Page|Meta|List)$/;

const isObject = ({ type, properties }: JsonSchema): boolean =>
  properties !== undefined && [type].flat().includes('object');

/** An object as each of its places has it. */
function bare(schema: JsonSchema): JsonSchema {
  const own: JsonSchema = { ...schema, type: 'object' };
  for (const key of OF_PLACE) delete own[key];
  return own;
}

/**
 * Gives each object inside another a component, so that programs in typed languages have a type for it. Equal ones share it. What a
 * place says stays beside the reference. Parts of `allOf` belong to the whole. Returns all components.
 */
export function nameObjects(given: Components): Components {
  const components: Components = {};
  const known = new Map<string, string>();
  for (const [name, schema] of Object.entries(given))
    if (isObject(schema) && !IS_WHOLE.test(name)) known.set(written(bare(schema)), name);

  function referTo(schema: JsonSchema, parent: string, key: string): JsonSchema {
    const own = bare(schema);
    const text = written(own);
    const name =
      known.get(text) ??
      objectName({ type: typeOf(schema)?.name, parent, key }, (one) => one in given || one in components);
    if (!known.has(text)) {
      known.set(text, name);
      const description = typeOf(schema)?.description;
      components[name] = { ...inside(own, name), ...(description && { description }) };
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    const shown = [schema.type].flat().includes('null') ? { anyOf: [reference, { type: 'null' }] } : reference;
    const said = OF_PLACE.filter((one) => schema[one] !== undefined).map((one) => [one, schema[one]]);
    return { ...shown, ...Object.fromEntries(said) };
  }

  const named = (schema: JsonSchema, parent: string, key: string): JsonSchema =>
    isObject(schema) ? referTo(schema, parent, key) : inside(schema, parent, key);

  /** A schema with the objects in it named. `key` leads to it in its parent. */
  function inside(schema: JsonSchema, parent: string, key = ''): JsonSchema {
    const changed: JsonSchema = { ...schema };
    const change = (keyword: string, to: (value: JsonSchema) => unknown) => {
      if (typeof schema[keyword] === 'object' && schema[keyword] !== null)
        changed[keyword] = to(schema[keyword] as JsonSchema);
    };
    change('properties', (all) =>
      Object.fromEntries(Object.entries(all).map(([name, one]) => [name, named(one as JsonSchema, parent, name)])),
    );
    change('items', (one) => named(one, parent, singular(key)));
    change('additionalProperties', (one) => named(one, parent, singular(key)));
    for (const keyword of ['anyOf', 'oneOf'])
      change(keyword, (all) => (all as unknown as JsonSchema[]).map((one) => named(one, parent, key)));
    change('allOf', (all) => (all as unknown as JsonSchema[]).map((one) => inside(one, parent, key)));
    return changed;
  }

  for (const [name, schema] of Object.entries(given)) components[name] = inside(schema, name);
  return components;
}

const singular = (key: string): string => key.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
