import type { Condition } from '../domain/segments/operator.ts';
import type { Form } from '../domain/segments/value.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { MachineOpens } from './machine-opens.ts';
import { type Path, type Typed, typePair } from './type-pairs.ts';

/** How to type conditions inside a value. */
type TypedCondition = (condition: Condition) => Typed<JsonObject>;

const CHOICES = { MachineOpens } as const;

/** The types of a value, from its form in the domain. */
export function typedValue(form: Form, typedCondition: TypedCondition): Typed {
  switch (form.is) {
    case 'scalar':
      return { input: form.scalar, output: form.scalar, ...unchanged };
    case 'choice': {
      const type = CHOICES[form.name];
      return { input: type, output: type, ...unchanged };
    }
    case 'list':
      return typedList(typedValue(form.of, typedCondition));
    case 'range':
      return typedRange(form.name, typedValue(form.of, typedCondition));
    case 'record':
      return typedRecord(form, typedCondition);
    case 'wrapped':
      return typedInside(form.key, typedValue(form.of, typedCondition));
    case 'condition':
      return typedCondition(form.condition) as Typed;
  }
}

const unchanged = {
  toJson: (given: unknown) => given as Json,
  fromJson: (json: Json) => json,
  toPath: (path: Path) => path,
};

const typedList = ({ input, output, toJson, fromJson, toPath }: Typed): Typed => ({
  input: [input] as Typed['input'],
  output: [output] as Typed['output'],
  toJson: (given) => (given as unknown[]).map(toJson),
  fromJson: (json) => (json as Json[]).map(fromJson),
  toPath: ([index, ...rest], given) =>
    index === undefined ? [] : [index, ...toPath(rest, (given as unknown[])[Number(index)])],
});

const BOUNDS = ['from', 'to'] as const;

function typedRange(name: string, { input, output, toJson, fromJson, toPath }: Typed): Typed {
  const bound = { input, output, required: true };
  const fields = BOUNDS.map((name) => ({ ...bound, name }));
  return {
    ...typePair(conditionName(name), fields),
    toJson: (given) => BOUNDS.map((bound) => toJson((given as Record<string, unknown>)[bound])),
    fromJson: (json) => Object.fromEntries(BOUNDS.map((bound, index) => [bound, fromJson((json as Json[])[index]!)])),
    toPath: ([index, ...rest], given) => {
      const bound = BOUNDS[Number(index)];
      return bound ? [bound, ...toPath(rest, (given as Record<string, unknown>)[bound])] : [];
    },
  };
}

function typedInside(key: string, { toJson, fromJson, toPath, ...types }: Typed): Typed {
  return {
    ...types,
    toJson: (given) => ({ [key]: toJson(given) }),
    fromJson: (json) => fromJson((json as JsonObject)[key]!),
    toPath: ([, ...rest], given) => toPath(rest, given),
  };
}

function typedRecord(
  { name, isNamed, description, fields, short }: Extract<Form, { is: 'record' }>,
  typedCondition: TypedCondition,
): Typed {
  const parts = Object.entries(fields).map(([key, { form, optional }]) => ({
    key,
    name: fieldName(key, form),
    required: !optional,
    description: descriptionOf(form),
    ...typedValue(form, typedCondition),
  }));
  return {
    ...typePair(isNamed ? name : conditionName(name), parts, { description }),
    toJson: (given) => {
      const values = given as Record<string, unknown>;
      const kept = parts.filter(({ name }) => values[name] != null);
      const json = Object.fromEntries(kept.map(({ key, name, toJson }) => [key, toJson(values[name])]));
      return short !== undefined && kept.length === 1 && short in json ? (json[short] as Json) : json;
    },
    fromJson: (json) => {
      const values = (short === undefined || typeof json === 'object' ? json : { [short]: json }) as JsonObject;
      const kept = parts.filter(({ key }) => values[key] !== undefined);
      return Object.fromEntries(kept.map(({ key, name, fromJson }) => [name, fromJson(values[key] as Json)]));
    },
    toPath: (path, given) => {
      const values = given as Record<string, unknown>;
      const [first, ...rest] = path;
      const part = parts.find(({ key }) => key === first);
      if (part) return [part.name, ...part.toPath(rest, values[part.name])];
      const only = parts.find(({ key }) => key === short);
      // The JSON of a record with one key may be its value alone.
      return only && values[only.name] != null && path.length === 0 && isAlone(values) ? [only.name] : path;
    },
  };
}

const isAlone = (values: Record<string, unknown>): boolean =>
  Object.values(values).filter((value) => value != null).length === 1;

/** The name of the types of a condition, or of a part of it. */
export const conditionName = (name: string): string => `${name}Condition`;

/** Id fields end in Id: `campaign` → `campaignId`. */
const fieldName = (key: string, form: Form): string =>
  form.is === 'scalar' && form.scalar === 'ID' ? `${camelCase(key)}Id` : camelCase(key);

/** `within_days` → `withinDays`. */
export const camelCase = (key: string): string => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const descriptionOf = (form: Form): string | undefined => {
  if (form.is === 'list' || form.is === 'wrapped') return descriptionOf(form.of);
  return 'description' in form ? form.description : undefined;
};

/** Whether a value can have this form, just enough to distinguish the types that one operator accepts. */
export function mayBe(value: Json | undefined, form: Form): boolean {
  if (form.is === 'list' || form.is === 'range') return Array.isArray(value) && mayBe(value[0], form.of);
  if (form.is === 'wrapped') return typeof value === 'object' && value !== null && form.key in value;
  if (form.is !== 'scalar') return true;
  return typeof value === (form.scalar === 'String' || form.scalar === 'ID' ? 'string' : 'number');
}
