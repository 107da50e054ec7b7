import type { Fields } from '../domain/automations/definition/declared.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { builder } from './builder.ts';
import { NEWER, NEWER_JSON } from './enums.ts';
import { typedGroup } from './segment-conditions.ts';
import { type Field, type Path, type sharedFields, type Typed, typePair } from './type-pairs.ts';
import { typedCondition } from './typed-conditions.ts';
import { camelCase } from './typed-names.ts';
import { converted, partsOf, type TypedForm } from './typed-records.ts';
import { typedValue } from './typed-values.ts';

/** Types for the values in definitions of automations. */
export const typedPart: TypedForm = (form) => typedValue(form, { condition: typedCondition, conditions: typedGroup });

interface Named {
  /** The name of the union and, with Input, of the `@oneOf` input. */
  name: string;
  description: string;
  /** The ending of the members: `Step` for `SendStep`. */
  ending: string;
  /** An interface of the members, for reading them without their settings. */
  placed?: ReturnType<typeof sharedFields>;
  /** Fields of the types that the JSON does not have. */
  more?: readonly Field[];
  /** The interface of these fields. */
  shared?: ReturnType<typeof sharedFields>;
}

/** A part in JSON, of the type that `type` names. */
type Part = JsonObject & { type: string };

/**
 * Types for parts of several types: a `@oneOf` input with a key for each type, and a union whose members have one field
 * with that name (docs/adr/0188). `{"type": "wait_for", "timeout": "P1D"}` is `{waitFor: {timeout: "P1D"}}`. A type
 * without fields is written `true`.
 */
export function typedKinds(
  { name, description, ending, placed, more = [], shared }: Named,
  fields: Readonly<Record<string, Fields>>,
  descriptions: Readonly<Record<string, string>>,
): Typed<JsonObject> {
  const kinds = Object.entries(fields).map(([type, fields]) => {
    const key = camelCase(type);
    const parts = partsOf(fields, typedPart);
    const title = `${key.charAt(0).toUpperCase()}${key.slice(1)}${ending}`;
    const all = [...more, ...parts];
    const pair = all.length > 0 ? typePair(`${title}Settings`, all, { description: descriptions[type], shared }) : BARE;
    const member = builder.objectRef<Part>(title).implement({
      description: descriptions[type],
      interfaces: placed ? [placed] : [],
      fields: (t) => ({
        [key]: t.field({
          type: pair.output,
          description: descriptions[type],
          resolve: (part) => (all.length > 0 ? fromPart(part) : true) as never,
        }),
      }),
    });
    const { toJson, fromJson, toPath } = converted(parts);
    const fromPart = (part: Part) => ({ ...ofMore(part), ...(fromJson(part) as object) });
    return { type, key, pair, member, toJson, toPath, isBare: all.length === 0 };
  });
  const unknown = builder.objectRef<Part>(`Unknown${ending}`).implement({
    description: NEWER,
    interfaces: placed ? [placed] : [],
    fields: (t) => ({ unknown: t.field({ type: 'JSONObject', description: NEWER_JSON, resolve: (part) => part }) }),
  });
  const ofMore = (part: Part) => Object.fromEntries(more.map(({ name }) => [name, part[name]]));
  const byKey = new Map(kinds.map((kind) => [kind.key, kind]));
  const byType = new Map(kinds.map((kind) => [kind.type, kind]));
  const output = builder.unionType(name, {
    description: `${description} One field, the key of \`${name}Input\`. More types may be added.`,
    types: [...kinds.map(({ member }) => member), unknown],
    resolveType: (part) => byType.get((part as Part).type)?.member ?? unknown,
  });
  const input = builder.inputType(`${name}Input`, {
    description,
    isOneOf: true,
    fields: (t) =>
      Object.fromEntries(
        kinds.map(({ key, type, pair }) => [key, t.field({ type: pair.input, description: descriptions[type] })]),
      ),
  });
  return {
    input,
    output,
    toJson: (given) => {
      const [key, value] = onlyOf(given);
      const { type, toJson, isBare } = byKey.get(key)!;
      return { type, ...(isBare ? {} : toJson(value)) };
    },
    fromJson: (json: Json) => json,
    toPath: ([first, ...rest]: Path, given) => {
      if (first === undefined) return [];
      const [key, value] = onlyOf(given);
      const { toPath, isBare } = byKey.get(key)!;
      return [key, ...(first === 'type' || isBare ? [] : toPath([first, ...rest], value))];
    },
  };
}

const BARE = { input: 'Boolean', output: 'Boolean' } as const;

/** The key of a `@oneOf` value, and what it holds. */
export const onlyOf = (given: unknown) => Object.entries(given as object)[0] as [string, unknown];
