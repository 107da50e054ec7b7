import { exampleId } from './example-ids.ts';
import { ABSENT, OBJECTS, PRESENT } from './example-objects.ts';
import { AFTER_TROUBLE, BY_NAME, LIKELY, USUALLY_SENT } from './example-values.ts';
import { type JsonSchema, notNull } from './json-schema.ts';

const FORMATS: Record<string, unknown> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'hello@shop.example',
  'idn-email': 'ada@example.com',
  iri: 'https://shop.example/spring',
  uri: 'https://mail.shop.example/api/v1/lists?page=1',
};

/** The formats that an example is checked for. Any text could be of another one. */
const OF_FORMAT: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /@/,
  'idn-email': /@/,
  iri: /^https?:/,
  uri: /^https?:/,
  uuid: /^[\da-f-]{36}$/,
};

/** Whether a schema takes a value, by its type, values, format and items. */
function takes(schema: JsonSchema, value: unknown): boolean {
  if (value === null) return nullable(schema);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((one: JsonSchema) => takes(one, value));
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  const types = [schema.type].flat();
  if (Array.isArray(value))
    return types.includes('array') && (value.length === 0 || takes((schema.items ?? {}) as JsonSchema, value[0]));
  if (typeof value === 'object') return types.includes('object') && schema.properties === undefined;
  if (typeof value === 'number') return types.includes('integer') || types.includes('number');
  const format = OF_FORMAT[schema.format as string];
  return types.includes(typeof value as string) && (!format || format.test(value as string));
}

const nullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || (anyOf as JsonSchema[]).some((one) => one.type === 'null');

/** The usual value of a field: of this one in its component or object, or of any with its name. */
function usualOf(schema: JsonSchema, name: string, parent: string, component: string): unknown {
  const values = [
    OBJECTS[component]?.[name],
    OBJECTS[plain(component)]?.[name],
    OBJECTS[parent]?.[name],
    BY_NAME.get(`${parent}.${name}`),
    BY_NAME.get(name),
  ].filter((value) => value !== undefined);
  return values.find((value) => takes(schema, value));
}

/** The object that a component shows more or less of: `Form` for `GetFormResult`. */
const plain = (component: string): string =>
  component
    .replace(/^(Create|Duplicate|Export|Get|Rotate)(?=[A-Z])|(Result|Summary)$/g, '')
    .replace(/(?<=[a-z])With(?=[A-Z]).*$/, '');

const DEEPEST = 12;

/**
 * An example value of a schema. A body that is sent has the required fields and those with usual names (`isSent`); a response has
 * all of them, with null where nothing is usual. `name` is the field that the schema describes, `parent` that of its object, and
 * `component` the name of the nearest component around it.
 */
export function exampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  { isSent = false, name = '', parent = '', component = '', depth = 0 } = {},
): unknown {
  const inside = (one: JsonSchema, key = name, within = parent, of = component) =>
    exampleOf(one, components, { isSent, name: key, parent: within, component: of, depth: depth + 1 });
  if (depth > DEEPEST) return null;
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref.split('/').at(-1) as string;
    const value = components[target] as JsonSchema;
    // An enumeration is a value of the object around it.
    return value.properties || value.anyOf || value.allOf ? inside(value, name, parent, target) : inside(value);
  }
  const usual = usualOf(schema, name, parent, component);
  if (usual !== undefined) return usual;
  const isPresent = OBJECTS[component]?.[name] === PRESENT;
  if (!isSent && nullable(schema)) return isPresent ? inside(notNull(schema)) : null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => inside(part)));
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return inside(first);
  if (Array.isArray(schema.enum)) return schema.enum.find((one) => LIKELY.has(one)) ?? schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [inside(schema.items as JsonSchema, '', name)];
  if (type === 'object') {
    const required = (schema.required ?? []) as string[];
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const isShown = (key: string) =>
      isSent ? USUALLY_SENT.has(key) : !AFTER_TROUBLE.has(key) && OBJECTS[component]?.[key] !== ABSENT;
    const shown = properties.filter(([key]) => required.includes(key) || isShown(key));
    return Object.fromEntries(shown.map(([key, value]) => [key, inside(value, key, name || parent)]));
  }
  if (schema.format === 'uuid') return exampleId(name || parent, component || parent);
  if (type === 'string' && typeof schema.format === 'string') return FORMATS[schema.format] ?? 'text';
  return { integer: schema.minimum ?? 1, number: 1, boolean: true, string: 'text' }[type as string] ?? null;
}
