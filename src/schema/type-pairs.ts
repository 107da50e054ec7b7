import type { InputTypeParam, InterfaceRef, TypeParam } from '@pothos/core';
import type { Json } from '../validation/json.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** The input and object type of a value in the schema. */
interface Pair {
  input: InputTypeParam<Types>;
  output: TypeParam<Types>;
}

export type Path = readonly (string | number)[];

/** JSON with types in the schema, and the conversion between them. */
export interface Typed<InJson extends Json = Json> extends Pair {
  toJson(given: unknown): InJson;
  fromJson(json: InJson): unknown;
  /** The path in the given value of a path in its JSON. */
  toPath(path: Path, given: unknown): Path;
}

/** A field of both types. */
export interface Field extends Pair {
  name: string;
  required: boolean;
  /** The meaning of an absent value, which the object type has instead of null. */
  byDefault?: Json | undefined;
  description?: string | undefined;
  /** The shown value of a stored one, which may be of a newer version. */
  known?: ((value: string) => string) | undefined;
}

/** The parts of a field of an object type. An object has the default itself, so it does not describe one. */
const shown = ({ output, required, byDefault, description }: Field) =>
  byDefault === undefined
    ? { type: output, nullable: !required, description }
    : { type: output, nullable: false, description: description?.split(' Default: ')[0] };

/** The types are made at run time, so the compiler does not know the values. */
const fieldOf = (parent: Record<string, unknown>, { name, known }: Field) =>
  (known ? known(parent[name] as string) : parent[name]) as never;

const made = new Map<string, { pair: Pair; names: string }>();

interface Options {
  /** Whether values have exactly one of the fields. */
  isOneOf?: boolean;
  description?: string | undefined;
  /** An interface of the object type, which has some of the fields. */
  shared?: InterfaceRef<Types, Record<string, unknown>> | undefined;
}

/** An interface of object types with these fields. */
export const sharedFields = (name: string, fields: readonly Field[], description: string) =>
  builder.interfaceRef<Record<string, unknown>>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        fields.map((field) => [field.name, t.field({ ...shown(field), resolve: (parent) => fieldOf(parent, field) })]),
      ),
  });

/**
 * An input type and an object type with the same fields, created once per name: `X` and `XInput`. Throws if the name is
 * already used with other fields.
 */
export function typePair(name: string, fields: readonly Field[], options: Options = {}): Pair {
  const names = fields.map(({ name }) => name).join();
  const known = made.get(name) ?? { pair: makePair(name, fields, options), names };
  if (known.names !== names) throw new Error(`Two types are named ${name}.`);
  made.set(name, known);
  return known.pair;
}

function makePair(name: string, fields: readonly Field[], { isOneOf = false, description, shared }: Options): Pair {
  const input = builder.inputType(`${name}Input`, {
    isOneOf,
    description: isOneOf && description ? `${description} Set exactly one field.` : description,
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ name, input, required, description }) => [name, t.field({ type: input, required, description })]),
      ),
  });
  const output = builder.objectRef<Record<string, unknown>>(name).implement({
    description: isOneOf && description ? `${description} Exactly one field is not null.` : description,
    interfaces: shared ? [shared] : [],
    fields: (t) =>
      Object.fromEntries(
        fields.map((field) => [field.name, t.field({ ...shown(field), resolve: (parent) => fieldOf(parent, field) })]),
      ),
  });
  return { input, output };
}
