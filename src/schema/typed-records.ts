import { isDeepStrictEqual } from 'node:util';
import type { Form, Value } from '../domain/segments/value.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { type Field, type Typed, typePair } from './type-pairs.ts';
import { conditionName, descriptionOf, fieldName, mayBe } from './typed-names.ts';

/** The types of a form. */
export type TypedForm = (form: Form) => Typed;

/** A value of one of several kinds. */
export function typedEither({ name, kinds, description }: Extract<Form, { is: 'either' }>, typed: TypedForm): Typed {
  const choices = Object.entries(kinds).map(([name, form]) => ({
    name,
    form,
    required: false,
    description: form ? descriptionOf(form) : undefined,
    ...(form ? typed(form) : NULL),
  }));
  return {
    ...typePair(name, choices, { isOneOf: true, description }),
    toJson: (given) => {
      const [name, value] = onlyOf(given);
      return choices.find((choice) => choice.name === name)!.toJson(value);
    },
    fromJson: (json) => {
      const choice = choices.find(({ form }) => (form ? json !== null && mayBe(json, form) : json === null));
      return choice ? { [choice.name]: choice.fromJson(json) } : {};
    },
    toPath: (path, given) => {
      const [name, value] = onlyOf(given);
      return [name, ...choices.find((choice) => choice.name === name)!.toPath(path, value)];
    },
  };
}

/** `false` is like no value, so the domain reports a missing one. */
const NULL = {
  input: 'Boolean',
  output: 'Boolean',
  toJson: (given: unknown) => (given ? null : undefined) as Json,
  fromJson: () => true,
  toPath: () => [],
} as const;

const onlyOf = (given: unknown) => Object.entries(given as object)[0] as [string, unknown];

export function typedRecord(form: Extract<Form, { is: 'record' }>, typed: TypedForm): Typed {
  const { name, isNamed, description, short } = form;
  const fields = partsOf(form.fields, typed);
  const parts = converted(fields);
  return {
    ...typePair(isNamed ? name : conditionName(name), fields, { description }),
    toJson: (given) => {
      const json = parts.toJson(given);
      const [key, ...others] = Object.keys(json);
      return short !== undefined && key === short && others.length === 0 ? (json[short] as Json) : json;
    },
    fromJson: (json) =>
      parts.fromJson((short === undefined || typeof json === 'object' ? json : { [short]: json }) as JsonObject),
    toPath: (path, given) => {
      const only = fields.find(({ key }) => key === short);
      // The JSON of a record with one key may be its value alone.
      const isShort = path.length === 0 && only && Object.keys(parts.toJson(given)).join() === short;
      return isShort ? [only.name] : parts.toPath(path, given);
    },
  };
}

/** A field of a record, with the conversion of its value. */
export type Part = Field & Typed & { key: string };

/** The fields of a record. Steps inside it have no field. */
export const partsOf = (fields: Readonly<Record<string, Value>>, typed: TypedForm): Part[] =>
  Object.entries(fields)
    .filter(([, { form }]) => form.is !== 'steps')
    .map(([key, { form, optional, byDefault }]) => ({
      key,
      byDefault,
      name: fieldName(key, form),
      required: !optional,
      description: descriptionOf(form),
      ...typed(form),
    }));

const valueIn = (json: JsonObject, { key, byDefault }: Part): Json | undefined =>
  byDefault === undefined ? json[key] : (json[key] ?? byDefault);

/** The conversion of a record with these fields. */
export const converted = (parts: readonly Part[]): Pick<Typed<JsonObject>, 'toJson' | 'fromJson' | 'toPath'> => ({
  toJson: (given) => {
    const values = given as Record<string, unknown>;
    const json = parts
      .filter(({ name }) => values[name] != null)
      .map(({ key, name, byDefault, toJson }) => ({ key, byDefault, value: toJson(values[name]) }))
      // Objects have their defaults, and not every default may be sent: a list of conditions must have one.
      .filter(({ value, byDefault }) => value !== undefined && !isDeepStrictEqual(value, byDefault));
    return Object.fromEntries(json.map(({ key, value }) => [key, value]));
  },
  fromJson: (json) => {
    const shown = parts.map((part) => ({ ...part, value: valueIn(json, part) }));
    const kept = shown.filter(({ value }) => value !== undefined);
    return Object.fromEntries(kept.map(({ name, value, fromJson }) => [name, fromJson(value as Json)]));
  },
  toPath: ([first, ...rest], given) => {
    const part = parts.find(({ key }) => key === first);
    if (first === undefined || !part) return first === undefined ? [] : [first, ...rest];
    const value = (given as Record<string, unknown>)[part.name];
    return [part.name, ...(value == null ? rest : part.toPath(rest, value))];
  },
});
