import type { InputTypeParam, TypeParam } from '@pothos/core';
import type { Json } from '../validation/json.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** The types that something has in the schema, as an input and as an answer. */
interface Pair {
  input: InputTypeParam<Types>;
  output: TypeParam<Types>;
}

/** JSON that has types in the schema, and the way between them. */
export interface Typed<InJson extends Json = Json> extends Pair {
  toJson(given: unknown): InJson;
  fromJson(json: InJson): unknown;
}

/** A field that both types have. */
export interface Field extends Pair {
  name: string;
  required: boolean;
  description?: string | undefined;
}

const made = new Map<string, { pair: Pair; names: string }>();

/**
 * An input type and an object type with the same fields, made once for each name. `isOneOf`: a value has exactly one of
 * them. Throws when other fields have the name already.
 */
export function typePair(name: string, fields: readonly Field[], isOneOf = false): Pair {
  const names = fields.map(({ name }) => name).join();
  const known = made.get(name) ?? { pair: makePair(`${name}Condition`, fields, isOneOf), names };
  if (known.names !== names) throw new Error(`Two segment condition types are named ${name}.`);
  made.set(name, known);
  return known.pair;
}

function makePair(name: string, fields: readonly Field[], isOneOf: boolean): Pair {
  const input = builder.inputType(`${name}Input`, {
    isOneOf,
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ name, input, required, description }) => [name, t.field({ type: input, required, description })]),
      ),
  });
  const output = builder.objectRef<Record<string, unknown>>(name).implement({
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ name, output, required, description }) => [
          name,
          t.field({ type: output, nullable: !required, description, resolve: (parent) => parent[name] as never }),
        ]),
      ),
  });
  return { input, output };
}
