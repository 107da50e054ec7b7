import { type JsonSchema, SCALAR } from './json-schema.ts';
import { EITHER, SCALAR_SHAPES } from './scalar-shapes.ts';
import { isObject } from './shapes.ts';
import { written } from './written.ts';

/** What a place says of a value, and not what it is. */
const OF_PLACE = ['description', 'default', 'deprecated', 'example', 'examples'];

const bare = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key, value]) => !OF_PLACE.includes(key) && value !== undefined));

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SCALAR_SHAPES).map(([name, schema]) => [written(bare(schema)), name]),
);

/** The name of the scalar that a schema describes, with its type if it may be null. */
function scalarOf(schema: JsonSchema): { name: string; isNullable: boolean } | undefined {
  if (schema.type === undefined || schema.enum !== undefined) return undefined;
  const types = [schema.type].flat().filter((type) => type !== 'null');
  if (types.length !== 1) return undefined;
  const name = NAMES.get(written({ ...bare(schema), type: types[0] }));
  return name === undefined ? undefined : { name, isNullable: [schema.type].flat().length > 1 };
}

/**
 * Refers to a component for each value with a frequent meaning, such as times and addresses. What a place says of it stays beside
 * the reference. The parts are changed in place.
 */
export function nameScalars(components: Record<string, JsonSchema>, ...parts: unknown[]): void {
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    if (!isObject(part)) return;
    const scalar = scalarOf(part);
    if (scalar) refer(part, scalar);
    delete part[SCALAR];
    if (scalar) return;
    for (const [key, inner] of Object.entries(part)) if (!key.startsWith('example')) visit(inner);
  };
  for (const [name, { properties }] of Object.entries(components)) boundShares(name, (properties ?? {}) as object);
  visit([Object.values(components), parts]);
  for (const [name, schema] of Object.entries(SCALAR_SHAPES)) {
    const { [SCALAR]: _marker, ...own } = schema;
    components[name] = name in EITHER ? eitherOf(name, own) : own;
  }
}

/** Shares of a whole. */
const SHARES = /^ReportRates\.|\.(goal_rate|conversion_rate|p_value)$/;

function boundShares(name: string, properties: object): void {
  for (const [key, value] of Object.entries(properties) as [string, JsonSchema][])
    if (SHARES.test(`${name}.${key}`) && [value.type].flat().includes('number')) value.maximum = 1;
}

const eitherOf = (name: string, { type: _text, ...own }: JsonSchema): JsonSchema => ({
  anyOf: EITHER[name]?.map((one) => ({ $ref: `#/components/schemas/${one}` })),
  ...own,
});

function refer(place: JsonSchema, { name, isNullable }: { name: string; isNullable: boolean }): void {
  const reference = { $ref: `#/components/schemas/${name}` };
  const said = OF_PLACE.filter((key) => place[key] !== undefined && place[key] !== SCALAR_SHAPES[name]?.[key]);
  const kept = said.map((key) => [key, place[key]] as const);
  for (const key of Object.keys(place)) delete place[key];
  Object.assign(place, isNullable ? { anyOf: [reference, { type: 'null' }] } : reference, Object.fromEntries(kept));
}
